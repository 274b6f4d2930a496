// @vitest-environment happy-dom
import type { StaffRole } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DRIVER } from '../../../../test/dom/drivers.ts';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { type Answer, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('display_driver/:id', 'view_driver/:id', 'view_driver/:id/:part');

holdToday();

const open = (address: string, more: Record<string, Answer> = {}, role: StaffRole = 'SystemAdmin') => {
  signInAs(role);
  const served = serve({ '/drivers/7': DRIVER, ...more });
  const pages = ['view_driver/:id', 'view_driver/:id/:part', 'display_driver/:id'];
  return { ...openOfficePage(pages, address), ...served };
};

const parts = () => within(screen.getByRole('navigation', { name: 'Parts of the record' }));

test('a record shows everything registered, in groups, with the plan that holds', async () => {
  open('/view_driver/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'AMA MENSAH' })).toBeVisible();
  for (const heading of ['Personal information', 'Identification', 'Contact information', 'Next of kin'])
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  expect(screen.getByText('GHA-712345678-9')).toBeVisible();
  expect(screen.getByText(/Standard from September 2026/)).toHaveTextContent('Now');
  expect(parts().getByRole('link', { name: 'Details' })).toHaveAttribute('aria-current', 'page');
});

test('a record says what a removed one of the same details still owes', async () => {
  const former = { id: '4', driver_code: 'DRV000004D', fullname: 'AMA OWUSU', removed_on: '2026-10-12' };
  open('/view_driver/7', {
    '/drivers/7/left_behind': () => Response.json([{ ...former, owed: '300.00', shared: ['person'] }]),
  });
  expect(await screen.findByText(/^Left behind:/)).toBeVisible();
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
  await user.click(await screen.findByRole('link', { name: 'Changes' }));
  expect(router.state.location.pathname).toBe('/view_driver/7/changes');
  const row = within((await screen.findByText('As on the licence.')).closest('tr') as HTMLElement);
  for (const text of ['efua', 'AMMA', 'AMA']) expect(row.getByText(text)).toBeVisible();
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { level: 2, name: 'Identification' })).toBeVisible();
});

test('messages are those to the driver’s number, and the audit log that of the driver', async () => {
  const { calls } = open('/view_driver/7/messages', { '/outbox': listed([]), '/audit': listed([]) });
  expect(await screen.findByText('No text to this number in the last 30 days.')).toBeVisible();
  expect(calls.some(({ path }) => path === '/outbox')).toBe(true);
});

test('who may not read messages and the log is offered neither, nor removing, merging and codes', async () => {
  open('/view_driver/7', {}, 'SuperUser');
  await screen.findByRole('heading', { level: 1, name: 'AMA MENSAH' });
  const names = parts()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Details', 'Payments', 'Standing', 'Changes']);
  expect(screen.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/driver_updates/7');
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Merge a duplicate' })).toBeNull();
});

test('the address of a part that one may not see leads to Details', async () => {
  const { router } = open('/view_driver/7/data', {}, 'SuperUser');
  expect(await screen.findByRole('heading', { level: 2, name: 'Identification' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/view_driver/7');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('personal data says who looked under a heading of its own', async () => {
  open('/view_driver/7/data', { '/driver_looks': listed([]) });
  expect(await screen.findByRole('heading', { level: 2, name: 'Who looked at this page' })).toBeVisible();
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
  expect(await screen.findByText('Nothing of the person is held any more.')).toBeVisible();
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
  expect(screen.queryByRole('link', { name: 'Change' })).toBeNull();
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
  await screen.findByRole('heading', { level: 1, name: 'AMA MENSAH' });
  expect(screen.queryByRole('note')).toBeNull();
});

test('Driver Details has the full name, driver code and car number, and Cancel leads to all drivers', async () => {
  open('/display_driver/7', { '/drivers/7': { ...DRIVER, middle_name: 'YAA' } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Driver Details' })).toBeVisible();
  for (const text of ['AMA YAA MENSAH', 'DRV000001B', 'GR 1-20']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/global_drivers');
  expect(screen.queryByText('GHA-712345678-9')).toBeNull();
});
