// @vitest-environment happy-dom
import type { IncompleteRegistration, LeftBehind, ListedCarRequest } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('add_car/:id', 'admin_registration');

const ROW: IncompleteRegistration = {
  id: '7',
  driver_code: 'DRV000001B',
  fullname: 'AMA MENSAH',
  car_number: 'GR 1-20',
  mobile_number: '+233240000001',
  registered_at: '2026-11-01T10:00:00.000Z',
  missing: ['fee', 'password'],
  expiry_date: '2030-01-01',
  days_left: 3,
};
const REQUEST: ListedCarRequest = {
  id: '4',
  car_number: 'GX 2-26',
  note: 'For my wife.',
  status: 'asked',
  status_reason: null,
  asked_at: '2026-11-19T10:00:00.000Z',
  decided_at: null,
  decided_by: '',
  driver_id: '7',
  driver_code: 'DRV000001B',
  fullname: 'AMA MENSAH',
  mobile_number: '+233240000001',
  current_driver_id: '7',
  granted_driver_id: null,
};
const DRIVER = {
  id: '7',
  driver_code: 'DRV000001B',
  first_name: 'AMA',
  middle_name: '',
  last_name: 'MENSAH',
  car_number: 'GR 1-20',
  mobile_number: '+233240000001',
  gps_address: '',
  plans: [{ plan: 'standard', from: '2026-01' }],
};

const rowsOf = (rows: readonly object[]) => () =>
  Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const open = (address: string, answers: Record<string, Answer>) => {
  const children = ['admin_registration', 'add_car/:id'];
  return { ...serve(answers), ...openOfficePage(children, address) };
};

beforeEach(() => signInAs('SuperUser'));

test('the queue names what is missing and the days that are left, and leads to the record and to the fee', async () => {
  open('/admin_registration', { '/incomplete_registrations': rowsOf([ROW]) });
  const row = (await screen.findByText('Ama Mensah')).closest('tr') as HTMLElement;
  for (const text of ['Fee', 'Password', '3']) expect(within(row).getByText(text)).toBeVisible();
  expect(within(row).getByRole('link', { name: 'Ama Mensah' })).toHaveAttribute('href', '/view_driver/7');
  expect(within(row).getByRole('link', { name: 'Receive the fee of DRV000001B' })).toHaveAttribute(
    'href',
    '/receive_payments?driver=DRV000001B&payment_type=RF',
  );
});

test('a request is granted by a car that its person has now, and can only be refused where there is none', async () => {
  const other = { ...REQUEST, current_driver_id: '9' };
  open('/admin_registration?part=cars', {
    '/car_requests': rowsOf([other, { ...REQUEST, id: '5', car_number: 'GX 3-26', current_driver_id: null }]),
  });
  const link = await screen.findByRole('link', { name: 'Grant' });
  expect(link).toHaveAttribute('href', '/add_car/9?request=4&car=GX+2-26');
  const row = screen.getByText('GX 3-26').closest('tr') as HTMLElement;
  expect(within(row).getByText('Has no car any more')).toBeVisible();
  expect(within(row).getByRole('button', { name: 'Refuse' })).toBeEnabled();
});

test('a request is refused with a reason, and granted by the form with its car', async () => {
  const page = open('/admin_registration?part=cars', {
    '/car_requests': rowsOf([REQUEST]),
    '/car_requests/4/refuse': { status: true, message: 'The request was refused. The member sees the reason.' },
    '/drivers/7': DRIVER,
    '/drivers/7/cars': () =>
      refusal(409, 'This car number is already registered. If the car is yours, please contact us.', {
        code: 'already_registered',
        issues: [{ path: 'body.car_number', message: 'This car number is already registered.' }],
      }),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Refuse' }));
  const question = await screen.findByRole('dialog');
  await page.user.type(within(question).getByLabelText(/Reason/), 'Not yours');
  await page.user.click(within(question).getByRole('button', { name: 'Refuse' }));
  await waitFor(() =>
    expect(page.calls.find(({ path }) => path.endsWith('/refuse'))?.body).toEqual({ reason: 'Not yours' }),
  );
  await page.user.click(screen.getByRole('link', { name: 'Grant' }));
  expect(await screen.findByLabelText(/Car Number/)).toHaveValue('GX 2-26');
  expect(screen.getByLabelText('Plan')).toHaveValue('standard');
  await page.user.click(screen.getByRole('button', { name: 'Add the car' }));
  // The typed car stays beside the refusal.
  expect(await screen.findByText('This car number is already registered.')).toBeVisible();
  expect(screen.getByLabelText(/Car Number/)).toHaveValue('GX 2-26');
  const added = {
    status: true,
    message: 'GX 2-26 is registered with the driver code DRV000002A.',
    id: '8',
    driver: { driver_code: 'DRV000002A', car_number: 'GX 2-26' },
    first_payment_type: 'RF',
  };
  page.answers['/drivers/7/cars'] = () => Response.json(added, { status: 201 });
  await page.user.click(screen.getByRole('button', { name: 'Add the car' }));
  expect(await screen.findByRole('heading', { name: 'GX 2-26 is registered' })).toHaveFocus();
  const sent = page.calls.filter(({ path }) => path === '/drivers/7/cars').at(-1);
  expect(sent?.body).toEqual({ car_number: 'GX 2-26', gps_address: '', plan: 'standard', request_id: '4' });
  expect(screen.getByRole('link', { name: 'Receive the fee' })).toHaveAttribute(
    'href',
    '/receive_payments?driver=DRV000002A&payment_type=RF',
  );
  expect(screen.getByRole('link', { name: 'Open the record' })).toHaveAttribute('href', '/view_driver/8');
  await page.user.click(screen.getByRole('link', { name: 'Back to the requests' }));
  expect(page.router.state.location.search).toBe('?part=cars');
});

test('another car that is half typed is not lost without a question', async () => {
  const page = open('/add_car/7', { '/drivers/7': DRIVER });
  await page.user.type(await screen.findByLabelText(/Car Number/), 'BAD');
  expect(screen.getByText(/^This is not the usual form/)).toBeVisible();
  await page.user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await page.user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(page.router.state.location.pathname).toBe('/add_car/7');
  expect(screen.getByLabelText(/Car Number/)).toHaveValue('BAD');
});

test('the office’s draft is its own', async () => {
  localStorage.setItem(
    'banbo-registration-draft',
    JSON.stringify({ savedAt: new Date().toISOString(), values: { persLastname: 'STRANGER' } }),
  );
  open('/admin_registration?part=new', {});
  expect(await screen.findByLabelText('Last Name')).toHaveValue('');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

const LEFT_BEHIND: LeftBehind = {
  id: '4',
  driver_code: 'DRV000001B',
  fullname: 'AMA OWUSU',
  removed_on: '2026-10-12',
  owed: '1634.66',
  shared: ['car number', 'mobile number'],
};

test('a registration at the desk says what was left behind with the same details', async () => {
  const { router } = open('/admin_registration', { '/drivers/9/left_behind': () => Response.json([LEFT_BEHIND]) });
  const registered = { driver_id: '9', driver_code: 'DRV000003C', car_number: 'GR 9-20', fullname: 'AMA MENSAH' };
  await router.navigate('/admin_registration?part=done', { state: { registered } });
  expect(await screen.findByText(/^Old debt:/)).toBeVisible();
  expect(screen.getByRole('note')).toHaveTextContent(
    'Old debt: DRV000001B, AMA OWUSU (the same car number and mobile number), owed GHS 1,634.66 when removed on 12 Oct 2026.',
  );
  expect(screen.getByRole('link', { name: 'DRV000001B' })).toHaveAttribute('href', '/view_driver/4/standing');
});

test('a registration at the desk leads to the record and to its fee', async () => {
  const { router } = open('/admin_registration', {});
  const registered = { driver_id: '9', driver_code: 'DRV000003C', car_number: 'GR 9-20', fullname: 'AMA MENSAH' };
  await router.navigate('/admin_registration?part=done', { state: { registered } });
  expect(await screen.findByRole('heading', { name: 'Ama Mensah is registered' })).toHaveFocus();
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Open the record')).toBe('/view_driver/9');
  expect(leadsTo('Receive the fee')).toBe('/receive_payments?driver=DRV000003C&payment_type=RF');
});
