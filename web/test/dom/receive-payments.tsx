import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { fetchPages, openOfficePage } from './office-page.tsx';
import { type Answer, refusal, serve } from './served.ts';

await fetchPages('receive_payments');

export const summary = (n: number) => ({
  id: String(n),
  driver_code: `DRV00000${n}X`,
  first_name: 'AMA',
  middle_name: '',
  last_name: `MENSAH ${n}`,
  car_number: `GR ${n}-20`,
  mobile_number: '+233241234567',
  photo: null,
  registered_at: '2026-01-02T10:00:00Z',
  removed_at: null,
});
const TYPES = [
  { id: '1', type_code: 'RF', description: 'REGISTRATION FEE', side: 'drivers', period: 'once' },
  { id: '2', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', side: 'drivers', period: 'monthly' },
];
const PRICES = [2026, 2027].flatMap((year) => [
  { id: `${year}1`, year, type_code: 'RF', plan: null, description: 'REGISTRATION FEE', amount: '200.00' },
  { id: `${year}2`, year, type_code: 'SS', plan: 'monthly', description: 'MONTHLY SUBSCRIPTION', amount: '300.00' },
]);
const DUE = (payment_month: string) => ({
  payment_type: 'SS',
  description: 'MONTHLY SUBSCRIPTION',
  payment_year: 2026,
  payment_month,
  amount: '300.00',
  paid: '0.00',
  missing: '300.00',
  waiting: '0.00',
  payable: false,
});
export const STANDING = {
  paid: '0.00',
  waiting: '200.00',
  due_total: '600.00',
  due: [DUE('OCTOBER'), DUE('NOVEMBER')],
  unpriced_years: [],
  credit: '0.00',
  owed: '600.00',
  covered: [],
  brought_until: null,
  next_due: null,
};
const ANSWERS: Record<string, Answer> = {
  '/payment_types': TYPES,
  '/payment_list': PRICES,
  '/banks/get_banks': [{ id: '1', bank: 'GCB BANK' }],
  '/drivers/general_search': ({ body }) => {
    const all = [summary(1), summary(2)].filter((one) => one.car_number.startsWith(String(body.car_number)));
    return all.length > 0
      ? Response.json({ status: true, message: 'Found.', driver: all })
      : refusal(404, 'No driver was found.');
  },
  '/drivers/find_driver_by_car_number': ({ body }) => {
    const { driver_code, car_number, mobile_number, first_name, last_name } = summary(
      body.car_number === 'GR 1-20' ? 1 : 2,
    );
    const driver = {
      driver_code,
      car_number,
      mobile_number,
      fullname: `${first_name} ${last_name}`,
      plans: [],
      first_month: '2026-01',
    };
    return Response.json({ success: true, message: 'Found.', driver });
  },
};

/** The page on which staff receive money: two drivers are found, types and prices known. */
export const openReceive = (answers: Record<string, Answer> = {}, path = '/receive_payments') => {
  const served = serve({ ...ANSWERS, ...answers });
  const children = ['receive_payments'];
  return {
    ...openOfficePage(children, path),
    ...served,
  };
};
type Opened = ReturnType<typeof openReceive>;

export const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
export const add = async ({ user }: Opened, car: string) => {
  const before = screen.queryAllByLabelText(/^Payment type of/).length;
  await user.type(field('Find the driver'), `${car}{Enter}`);
  await waitFor(() => expect(screen.getAllByLabelText(/^Payment type of/)).toHaveLength(before + 1));
};
export const choose = async ({ user }: Opened, label: string, value: string) => {
  await waitFor(() => expect(within(field(label)).getByRole('option', { name: value })).toBeTruthy());
  await user.selectOptions(field(label), value);
};
export const submit = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Submit' }));
export const sent = ({ calls }: Opened) =>
  calls.filter(({ path }) => path === '/payments/receive').map(({ body }) => body);
export const DONE = {
  success: true,
  message: 'GHS 800.00 is received.',
  transaction_id: 'CASH00000001',
  payment_ids: ['1'],
  receipts: ['R000557'],
};
