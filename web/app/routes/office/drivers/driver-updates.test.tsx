// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DRIVER } from '../../../../test/dom/drivers.ts';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('driver_updates', 'driver_updates/:id');

holdToday();

const LOOKUPS = {
  '/nationality': [{ id: '1', nationality: 'GHANAIAN' }],
  '/identification': [{ id: '1', identification: 'GHANA CARD' }],
  '/relationship/get_relationship': [{ id: '1', relationship: 'BROTHER' }],
};

const open = (address: string, more: Record<string, Answer> = {}) => {
  signInAs('SuperUser');
  const served = serve({ '/drivers/7': DRIVER, '/drivers/7/cars': [], ...LOOKUPS, ...more });
  const pages = ['driver_updates', 'driver_updates/:id', { path: '/view_driver/:id', element: <p>The record</p> }];
  return { ...openOfficePage(pages, address), ...served };
};

const changes = (calls: { body: object }[]) => calls.map(({ body }) => body).filter((body) => 'version' in body);
const field = (label: string) => screen.findByLabelText(label);

test('a driver is found by whatever is known, and stands in the address', async () => {
  const found = { status: true, message: 'One driver found.', driver: [DRIVER] };
  const { user, router } = open('/driver_updates', { '/drivers/general_search': found });
  await user.type(await field('Find the driver'), 'GR 1-20');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/driver_updates/7'));
  expect(await field('Last Name')).toHaveValue('MENSAH');
});

test('only what was changed is sent, with the version and the reason, and the record opens', async () => {
  const { user, calls } = open('/driver_updates/7', {
    '/drivers/7': ({ body }) =>
      Response.json('version' in body ? { status: true, message: 'The driver was changed.', driver: DRIVER } : DRIVER),
  });
  const car = await field('Car Number');
  await user.clear(car);
  await user.type(car, 'GR 8-20');
  expect(screen.getByText('You are changing: Car Number.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Please enter the reason.')).toBeVisible();
  expect(changes(calls)).toEqual([]);
  await user.type(screen.getByLabelText('Reason'), 'A slip at the counter.');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('The record')).toBeVisible();
  expect(changes(calls)).toEqual([{ car_number: 'GR 8-20', version: 1, reason: 'A slip at the counter.' }]);
});

test('what somebody changed meanwhile is told at its field; what was typed stays, and may be sent again', async () => {
  const now = { ...DRIVER, first_name: 'AMMA', email: 'new@example.com', version: 2 };
  const message = 'efua has changed this driver since you opened it: First name.';
  const issues = [{ path: 'body.first_name', message: 'Changed meanwhile. It is now AMMA.' }];
  let asked = 0;
  const { user, calls } = open('/driver_updates/7', {
    '/drivers/7': ({ body }) => {
      if (!('version' in body)) return Response.json(asked > 0 ? now : DRIVER);
      asked += 1;
      if (body.version === 1) return refusal(409, message, { code: 'conflict', issues });
      return Response.json({ status: true, message: 'The driver was changed.', driver: now });
    },
  });
  const name = await field('First Name');
  await user.clear(name);
  await user.type(name, 'YAA');
  await user.type(screen.getByLabelText('Reason'), 'As on the licence.');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('Changed meanwhile. It is now AMMA.')).toBeVisible();
  expect(screen.getByLabelText('First Name')).toHaveValue('YAA');
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
  expect(screen.getByLabelText('Reason')).toHaveValue('As on the licence.');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('The record')).toBeVisible();
  expect(changes(calls).at(-1)).toEqual({ first_name: 'YAA', version: 2, reason: 'As on the licence.' });
});

test('before it is saved, the form names the other cars in which what is the person’s changes too', async () => {
  const car = { id: '7', driver_code: 'DRV000001B', car_number: 'GR 1-20', registered_at: '2026-09-10T10:00:00.000Z' };
  const other = { ...car, id: '8', driver_code: 'DRV000002A', car_number: 'GX 2-26', removed_at: null };
  const gone = { ...other, id: '6', driver_code: 'DRV000003C', removed_at: '2026-10-10T10:00:00.000Z' };
  const { user } = open('/driver_updates/7', { '/drivers/7/cars': [{ ...car, removed_at: null }, gone, other] });
  await user.type(await field('GPS Address'), 'GA-1-2');
  expect(screen.getByText('You are changing: GPS Address.')).toBeVisible();
  expect(screen.queryByText(/Also changes/)).toBeNull();
  await user.type(screen.getByLabelText('Last Name'), 'S');
  expect(await screen.findByText('Also changes the person’s other cars: DRV000002A (GX 2-26).')).toBeVisible();
});

test('a wrong value is told in the words of registering, before anything is sent', async () => {
  const { user, calls } = open('/driver_updates/7');
  const number = await field('ID Number');
  await user.clear(number);
  await user.type(number, 'GHA-12');
  await user.type(screen.getByLabelText('Reason'), 'As on the card.');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(/A Ghana Card number is GHA or another country/)).toBeVisible();
  expect(changes(calls)).toEqual([]);
});

test('an imported record is completed a field at a time, whatever else is still missing', async () => {
  const incomplete = { ...DRIVER, import_id: '4', id_number: '', identification_type: '', date_issued: '', email: '' };
  const { user, calls } = open('/driver_updates/7', {
    '/drivers/7': ({ body }) =>
      Response.json(
        'version' in body ? { status: true, message: 'The driver was changed.', driver: incomplete } : incomplete,
      ),
  });
  await user.type(await field('Email'), 'ama@example.com');
  await user.type(screen.getByLabelText('Identification Type'), 'ghana');
  await user.click(await screen.findByRole('option', { name: 'GHANA CARD' }));
  await user.type(screen.getByLabelText('Reason'), 'As the driver says.');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('The record')).toBeVisible();
  expect(changes(calls)).toMatchObject([{ email: 'ama@example.com', identification_type: 'GHANA CARD' }]);
});

test('a plan that begins later is named, and ends what is chosen for a month before it', async () => {
  const coming = { ...DRIVER, plans: [...DRIVER.plans, { plan: 'platinum', from: '2027-03' }] };
  const { user } = open('/driver_updates/7', { '/drivers/7': coming });
  expect(await screen.findByText(/^Now: Standard; Platinum from March 2027 on\./)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('New plan'), 'Monthly Subscription');
  const until = /^From December 2026 until March 2027, when Platinum begins, a month costs GHS /;
  expect(screen.getByText(until)).toBeVisible();
});

test('a plan changes from a month on, once what it costs is said, and for a reason', async () => {
  const changed = { ...DRIVER, plans: [...DRIVER.plans, { plan: 'platinum', from: '2026-12' }] };
  const { user, calls } = open('/driver_updates/7', {
    '/drivers/7/plan': {
      status: true,
      message: 'The driver has the plan Platinum from December 2026 on.',
      driver: changed,
    },
  });
  expect(await screen.findByText('Now: Standard. The plan is this car’s alone.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('New plan'), 'Standard');
  expect(screen.getByText('This is the plan of that month already.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('New plan'), 'Platinum');
  expect(screen.getByText(/^From December 2026 a month costs GHS [\d,.]+ instead of GHS [\d,.]+/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('From'), 'September 2026');
  expect(screen.getByText(/what was paid stays paid/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change the plan' }));
  expect(await screen.findByText('Please enter the reason.')).toBeVisible();
  await user.type(screen.getByLabelText('Reason for the new plan'), 'Agreed on the telephone.');
  await user.click(screen.getByRole('button', { name: 'Change the plan' }));
  await screen.findByText('The driver has the plan Platinum from December 2026 on.');
  const body = { plan: 'platinum', from: '2026-09', reason: 'Agreed on the telephone.' };
  expect(calls.map((sent) => sent.body).filter((sent) => 'plan' in sent)).toEqual([body]);
});

test('an update without a change says so once, with a reason or without, and nothing is sent', async () => {
  const { user, calls } = open('/driver_updates/7');
  const update = await screen.findByRole('button', { name: 'Update' });
  for (const reason of ['', 'As the driver says.']) {
    if (reason) await user.type(screen.getByLabelText('Reason'), reason);
    await user.click(update);
    expect(await screen.findByText('Nothing is changed yet.')).toHaveRole('status');
    expect(screen.queryByText('Please enter the reason.')).toBeNull();
  }
  await user.type(screen.getByLabelText('Last Name'), 'S');
  expect(screen.queryByText('Nothing is changed yet.')).toBeNull();
  expect(changes(calls)).toEqual([]);
});

test('leaving with something typed asks first, whichever form it is in; staying keeps it', async () => {
  const { user, router } = open('/driver_updates/7');
  const cancel = await screen.findByRole('link', { name: 'Cancel' });
  await user.type(screen.getByLabelText('Reason'), 'A slip.');
  await user.click(cancel);
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/driver_updates/7');
  await user.clear(screen.getByLabelText('Reason'));
  await user.selectOptions(screen.getByLabelText('New plan'), 'Platinum');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(cancel);
  const again = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(again).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('The record')).toBeVisible();
});

test('a removed driver is not changed', async () => {
  const removed = { ...DRIVER, removed_at: '2026-11-19T10:00:00.000Z', removal_reason: 'Sold the car.' };
  open('/driver_updates/7', { '/drivers/7': removed });
  expect(await screen.findByText(/Sold the car\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
});
