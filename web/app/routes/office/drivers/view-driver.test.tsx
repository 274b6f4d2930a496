// @vitest-environment happy-dom
import type { StaffRole } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DRIVER } from '../../../../test/dom/drivers.ts';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('add_car/:id', 'receive_payments', 'display_driver/:id', 'view_driver/:id', 'view_driver/:id/:part');

holdToday();

const open = (address: string, more: Record<string, Answer> = {}, role: StaffRole = 'SystemAdmin') => {
  signInAs(role);
  const served = serve({ '/drivers/7': DRIVER, ...more });
  const pages = ['receive_payments', 'view_driver/:id', 'view_driver/:id/:part', 'display_driver/:id', 'add_car/:id'];
  return { ...openOfficePage(pages, address), ...served };
};

const parts = () => within(screen.getByRole('navigation', { name: 'Parts of the record' }));

const STANDING = {
  paid: '2300.00',
  waiting: '0.00',
  due_total: '1600.00',
  due: ['OCTOBER', 'NOVEMBER'].map((payment_month) => ({
    payment_type: 'SS',
    description: 'MONTHLY SUBSCRIPTION',
    payment_year: 2026,
    payment_month,
    amount: '800.00',
    paid: payment_month === 'OCTOBER' ? '300.00' : '0.00',
    missing: payment_month === 'OCTOBER' ? '500.00' : '800.00',
    waiting: '0.00',
    payable: false,
  })),
  unpriced_years: [],
  covered_until: '2026-09-30',
  waiver_approval_id: null,
  credit: '300.00',
  owed: '1300.00',
  covered: [],
  brought_until: null,
  next_due: null,
};

test('a record shows everything registered, in cards, with the plan that holds', async () => {
  open('/view_driver/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ama Mensah' })).toBeVisible();
  for (const heading of ['Person', 'Car and contact', 'Kin and reference', 'Cars'])
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  expect(screen.getByText('GHA-712345678-9')).toBeVisible();
  expect(screen.getByText('Standard since September 2026')).toBeVisible();
  expect(parts().getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
});

test('a record answers what is owed, until when the car is covered, and what was paid last', async () => {
  open('/view_driver/7', { '/drivers/7/standing': STANDING, '/payments': listed([]) });
  expect(await screen.findByText('2 months, oldest October 2026, credit 300.00')).toBeVisible();
  expect(screen.getByText('30 Sep 2026')).toBeVisible();
  const due = within(screen.getByRole('table'));
  const row = within(due.getByRole('row', { name: /Oct 2026/ }));
  for (const text of ['800.00', '300.00', '500.00']) expect(row.getByText(text)).toBeVisible();
  const receive = '/receive_payments?driver=DRV000001B';
  const october = `${receive}&payment_type=SS&payment_year=2026&payment_month=OCTOBER&amount=500.00`;
  expect(row.getByRole('link', { name: /^Receive/ })).toHaveAttribute('href', october);
  expect(screen.getByRole('link', { name: 'Receive payment' })).toHaveAttribute('href', receive);
  expect(screen.getByRole('link', { name: 'Call Ama Mensah' })).toHaveAttribute('href', 'tel:+233241234567');
});

test('r receives a payment of the driver, for those who may', async () => {
  const { user, router } = open('/view_driver/7', {});
  await screen.findByRole('link', { name: 'Receive payment' });
  await user.keyboard('r');
  expect(router.state.location.pathname + router.state.location.search).toBe('/receive_payments?driver=DRV000001B');
});

test('a adds another car, for those who may', async () => {
  const { user, router } = open('/view_driver/7');
  await screen.findByRole('link', { name: 'Receive payment' });
  await user.keyboard('a');
  await waitFor(() => expect(router.state.location.pathname).toBe('/add_car/7'));
});

test.each([
  ['of a removed record', { ...DRIVER, removed_at: '2026-11-01T00:00:00.000Z' }, 'SystemAdmin'],
  ['of somebody who may do neither', DRIVER, 'Legal'],
] as const)('a and r do nothing on the page %s', async (_, driver, role) => {
  const { user, router } = open('/view_driver/7', { '/drivers/7': driver }, role);
  await screen.findByRole('heading', { level: 1, name: 'Ama Mensah' });
  await user.keyboard('ar');
  expect(router.state.location.pathname).toBe('/view_driver/7');
  expect(screen.queryByRole('link', { name: 'Receive payment' })).toBeNull();
});

test('just now tells the last claims, messages and changes, the newest first, and leads to the case', async () => {
  const claim = {
    id: '5',
    driver_id: '7',
    status: 'submitted',
    status_reason: null,
    amount_paid: '300.00',
    payment_type: 'SS',
    payment_year: 2026,
    payment_month: 'NOVEMBER',
    transaction_id: '12345678901',
    transaction_date: '2026-11-18',
    mode: 'momo',
  };
  const change = {
    id: '1',
    changed_at: '2026-11-19T10:00:00.000Z',
    changed_by: 'efua',
    reason: 'As on the licence.',
    before: { first_name: 'AMMA' },
    after: { first_name: 'AMA' },
  };
  open('/view_driver/7', { '/payments': listed([claim]), '/driver_changes': listed([change]) }, 'SuperUser');
  const feed = within(await screen.findByRole('region', { name: 'Just now' }));
  await waitFor(() => expect(feed.getAllByRole('listitem')).toHaveLength(3));
  const words = feed.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(words).toEqual([
    '19 Nov 2026 Changed by efua: First name: AMMA → AMA',
    '18 Nov 2026 Claim of 300.00 for November 2026 waits · Open the case',
    '10 Sep 2026 Registered',
  ]);
  const link = feed.getByRole('link', { name: 'Open the case' });
  expect(link).toHaveAttribute('href', '/payment_clearance?search=12345678901');
});

test('a section is changed in its place and saved alone, with the reason', async () => {
  const { user, calls } = open('/view_driver/7', {
    '/drivers/7': ({ body }) =>
      Response.json('version' in body ? { status: true, message: 'The driver was changed.', driver: DRIVER } : DRIVER),
    '/relationship/get_relationship': [{ id: '1', relationship: 'BROTHER' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit kin and reference' }));
  expect(screen.queryByRole('button', { name: 'Edit person' })).toBeNull();
  const form = within(screen.getByRole('form', { name: 'Change kin and reference' }));
  await user.type(form.getByLabelText('Reference Person'), 'ESI OWUSU');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Please enter the reason.')).toBeVisible();
  await user.type(form.getByLabelText('Reason'), 'She came by.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit person' })).toBeVisible();
  const sent = calls.map(({ body }) => body).filter((body) => 'version' in body);
  expect(sent).toEqual([{ reference_person: 'ESI OWUSU', version: 1, reason: 'She came by.' }]);
});

test('a record says what a removed one of the same details still owes', async () => {
  const former = { id: '4', driver_code: 'DRV000004D', fullname: 'AMA OWUSU', removed_on: '2026-10-12' };
  open('/view_driver/7', {
    '/drivers/7/left_behind': () => Response.json([{ ...former, owed: '300.00', shared: ['person'] }]),
  });
  expect(await screen.findByText(/^Old debt:/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'DRV000004D' })).toHaveAttribute('href', '/view_driver/4/standing');
});

test('each part has an address of its own, so that Back leads to the part before', async () => {
  const change = {
    id: '1',
    changed_at: '2026-11-19T10:00:00.000Z',
    changed_by: 'efua',
    reason: 'As on the licence.',
    before: { first_name: 'AMMA' },
    after: { first_name: 'AMA' },
  };
  const { user, router } = open('/view_driver/7', { '/driver_changes': listed([change]) });
  await user.click(await screen.findByRole('link', { name: 'History' }));
  expect(router.state.location.pathname).toBe('/view_driver/7/changes');
  const row = within((await screen.findByText('As on the licence.')).closest('tr') as HTMLElement);
  for (const text of ['efua', 'AMMA', 'AMA']) expect(row.getByText(text)).toBeVisible();
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { level: 2, name: 'Person' })).toBeVisible();
});

test('messages are those to the driver’s number, and the audit log that of the driver', async () => {
  const { calls } = open('/view_driver/7/messages', { '/outbox': listed([]), '/audit': listed([]) });
  expect(await screen.findByText('No text to this number in the last 30 days.')).toBeVisible();
  expect(calls.some(({ path }) => path === '/outbox')).toBe(true);
});

test('who may not read messages and the log is offered neither, nor removing, merging and codes', async () => {
  const { user } = open('/view_driver/7', {}, 'SuperUser');
  await screen.findByRole('heading', { level: 1, name: 'Ama Mensah' });
  const names = parts()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Overview', 'Payments', 'Standing', 'Tracker', 'Crash card', 'History']);
  await user.click(screen.getByRole('button', { name: 'More about Ama Mensah' }));
  const more = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(more).toEqual(['Change photo, plan or details', 'Add another car', 'Print this page']);
});

test('the address of a part that one may not see leads to the overview', async () => {
  const { router } = open('/view_driver/7/data', {}, 'SuperUser');
  expect(await screen.findByRole('heading', { level: 2, name: 'Person' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/view_driver/7');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('personal data says who looked under a heading of its own', async () => {
  open('/view_driver/7/data', { '/driver_looks': listed([]) });
  expect(
    await screen.findByRole('heading', { level: 2, name: 'Who viewed this record (one entry an hour)' }),
  ).toBeVisible();
});

const IMPORTED = { ...DRIVER, import_id: '4', gender: '', date_issued: '', expiry_date: '' };

test('an imported record says what it lacks and leads to its list', async () => {
  open('/view_driver/7', { '/drivers/7': IMPORTED });
  expect(await screen.findByText(/this record lacks gender and date issued/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Imported from a list' })).toHaveAttribute('href', '/driver_import/4');
});

test('an imported record says from when on fees are due, and what it owed or had before', async () => {
  const opening = { billed_from: '2026-11-01', amount: '-50.00' };
  open('/view_driver/7', { '/drivers/7': { ...IMPORTED, opening } });
  expect(
    await screen.findByText(/Fees are due from November 2026 on\. GHS 50\.00 is credit from before\./),
  ).toBeVisible();
});

test('an imported record that was erased lacks nothing any more', async () => {
  const erased_at = '2026-11-20T10:00:00.000Z';
  open('/view_driver/7', { '/drivers/7': { ...IMPORTED, removed_at: erased_at, erased_at } });
  expect(await screen.findByText('No personal data is held any more.')).toBeVisible();
  expect(screen.queryByText(/Imported from a list/)).not.toBeInTheDocument();
});

test('a merged record leads to the one that stayed and offers nothing else', async () => {
  const merged = {
    ...DRIVER,
    removed_at: '2026-11-19T10:00:00.000Z',
    removal_reason: 'Registered twice.',
    merged_into: { id: '8', driver_code: 'DRV000003D', until: null },
  };
  open('/view_driver/7', { '/drivers/7': merged });
  expect(await screen.findByRole('link', { name: 'DRV000003D' })).toHaveAttribute('href', '/view_driver/8');
  expect(screen.getByText(/Registered twice\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Receive payment' })).toBeNull();
});

test('a merge is taken back on the merged record, after a question, while that can be done', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const merged = {
    ...DRIVER,
    removed_at: '2026-11-19T10:00:00.000Z',
    removal_reason: 'Registered twice.',
    merged_into: { id: '8', driver_code: 'DRV000003D', until },
  };
  let isMerged = true;
  const { user } = open('/view_driver/7', {
    '/drivers/7': () => Response.json(isMerged ? merged : DRIVER),
    '/drivers/7/merge/take_back': () => {
      isMerged = false;
      return Response.json({ status: true, message: 'DRV000001B is a record of its own again.' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Take the merge back' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the merge of DRV000001B back?' }));
  await waitFor(() => expect(dialog.getByText(/go back from DRV000003D/)).toBeVisible());
  await user.click(dialog.getByRole('button', { name: 'Take it back' }));
  await screen.findByText('DRV000001B is a record of its own again.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the merge back' })).toBeNull());
});

const withDuplicates = () => ({
  ...DRIVER,
  duplicates: [
    { id: '8', driver_code: 'DRV000003D', until: new Date(Date.now() + 3_600_000).toISOString() },
    { id: '9', driver_code: 'DRV000004E', until: new Date(Date.now() - 1_000).toISOString() },
  ],
});

test('a record leads to its duplicate while the merge can be taken back', async () => {
  open('/view_driver/7', { '/drivers/7': withDuplicates() });
  expect(await screen.findByRole('note')).toHaveTextContent('DRV000003D was merged into this record.');
  expect(screen.getByRole('link', { name: 'open DRV000003D' })).toHaveAttribute('href', '/view_driver/8');
});

test('a record leads to no duplicate for those who merge none', async () => {
  open('/view_driver/7', { '/drivers/7': withDuplicates() }, 'SuperUser');
  await screen.findByRole('heading', { level: 1, name: 'Ama Mensah' });
  expect(screen.queryByRole('note')).toBeNull();
});

test('Driver Details has the full name, driver code and car number, and Cancel leads to all drivers', async () => {
  open('/display_driver/7', { '/drivers/7': { ...DRIVER, middle_name: 'YAA' } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Driver Details' })).toBeVisible();
  for (const text of ['Ama Yaa Mensah', 'DRV000001B', 'GR 1-20']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/global_drivers');
  expect(screen.queryByText('GHA-712345678-9')).toBeNull();
});

const TRACKERS = { '/devices/of_driver': [], '/stolen_cars': listed([]) };

test('the part about the tracker leads to the map and declares the car stolen', async () => {
  open('/view_driver/7/tracker', TRACKERS);
  expect(await screen.findByText('This car has no tracker.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show on the map' })).toHaveAttribute('href', '/tracker_map?car=7');
  expect(await screen.findByRole('button', { name: 'Declare stolen…' })).toBeVisible();
});

test('the car of a removed record is not declared stolen', async () => {
  open('/view_driver/7/tracker', {
    ...TRACKERS,
    '/drivers/7': { ...DRIVER, removed_at: '2026-11-01T00:00:00.000Z' },
  });
  expect(await screen.findByText('This car has no tracker.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Declare stolen…' })).toBeNull();
});

test.each(['/view_driver/7', '/display_driver/7'])(
  '%s of a driver who is not there leads to where to look',
  async (path) => {
    open(path, { '/drivers/7': () => refusal(404, 'There is no such driver.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such driver.');
    expect(screen.getByRole('link', { name: 'See all drivers' })).toHaveAttribute('href', '/global_drivers');
    expect(screen.getByRole('link', { name: 'Search for a driver' })).toHaveAttribute('href', '/driver_search');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);
