// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { queryClient } from '~/lib/query-client.ts';
import { setSession } from '~/lib/session-store.ts';
import { openPage, underToasts } from '../../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import OfficeProviders from '../providers.tsx';
import ReceivePayments from './receive-payments.tsx';

const summary = (n: number) => ({
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
  waiting: '0.00',
  payable: false,
});
const STANDING = {
  paid: '0.00',
  waiting: '200.00',
  due_total: '600.00',
  due: [DUE('OCTOBER'), DUE('NOVEMBER')],
  unpriced_years: [],
  credit: '0.00',
  covered: [],
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

beforeEach(() => {
  setSession(null);
  queryClient.clear();
  sessionStorage.clear();
});
afterEach(() => toast.remove());

const open = (answers: Record<string, Answer> = {}) => {
  const served = serve({ ...ANSWERS, ...answers });
  const children = [{ path: '/receive_payments', element: <ReceivePayments /> }];
  return {
    ...openPage([{ element: <OfficeProviders />, children: underToasts(Toasts, children) }], '/receive_payments'),
    ...served,
  };
};
type Opened = ReturnType<typeof open>;

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const add = async ({ user }: Opened, car: string) => {
  const before = screen.queryAllByLabelText(/^Payment type of/).length;
  await user.type(field('Find the driver'), `${car}{Enter}`);
  await waitFor(() => expect(screen.getAllByLabelText(/^Payment type of/)).toHaveLength(before + 1));
};
const choose = async ({ user }: Opened, label: string, value: string) => {
  await waitFor(() => expect(within(field(label)).getByRole('option', { name: value })).toBeTruthy());
  await user.selectOptions(field(label), value);
};
const submit = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Submit' }));
const sent = ({ calls }: Opened) => calls.filter(({ path }) => path === '/payments/receive').map(({ body }) => body);
const DONE = { success: true, message: 'GHS 800.00 is received.', transaction_id: 'CASH00000001', payment_ids: ['1'] };

test('cash for two drivers and two months: prices are filled in, their sum is the money, and all is sent', async () => {
  const page = open({ '/payments/receive': DONE });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'MONTHLY SUBSCRIPTION');
  await choose(page, 'Year of payment 1', '2026');
  await choose(page, 'Month of payment 1', 'December');
  expect(field('Amount of payment 1')).toHaveValue('300.00');
  await page.user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(field('Year of payment 2')).toHaveValue('2027');
  expect(field('Month of payment 2')).toHaveValue('JANUARY');
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 3', 'REGISTRATION FEE');
  expect(field('Money received')).toHaveValue('800.00');
  await submit(page);
  expect(await screen.findAllByText(DONE.message)).not.toEqual([]);
  expect(sent(page)).toMatchObject([
    {
      mode: 'cash',
      amount: '800.00',
      payments: [
        {
          driver_code: 'DRV000001X',
          payment_type: 'SS',
          payment_year: 2026,
          payment_month: 'DECEMBER',
          amount: '300.00',
        },
        {
          driver_code: 'DRV000001X',
          payment_type: 'SS',
          payment_year: 2027,
          payment_month: 'JANUARY',
          amount: '300.00',
        },
        { driver_code: 'DRV000002X', payment_type: 'RF', amount: '200.00' },
      ],
    },
  ]);
  expect(sent(page)[0]).not.toHaveProperty('transaction_id');
  expect(screen.queryByLabelText(/^Payment type of/)).toBeNull();
  expect(field('Money received')).toHaveValue('');
});

test('what a driver owes stands above the rows, and a fee that is pressed becomes a row', async () => {
  signInAs('SuperUser');
  const page = open({ '/drivers/1/standing': STANDING });
  await add(page, 'GR 1');
  const owed = within(await screen.findByRole('region', { name: 'Owed by AMA MENSAH 1' }));
  expect(owed.getByText(/owes GHS 600\.00/)).toBeVisible();
  expect(owed.getByText('(GHS 200.00 waits to be cleared)')).toBeVisible();
  await page.user.click(owed.getByRole('button', { name: 'MONTHLY SUBSCRIPTION, October 2026: GHS 300.00' }));
  expect(screen.getAllByLabelText(/^Payment type of/)).toHaveLength(1);
  expect(field('Month of payment 1')).toHaveValue('OCTOBER');
  await page.user.click(owed.getByRole('button', { name: 'MONTHLY SUBSCRIPTION, November 2026: GHS 300.00' }));
  expect(field('Month of payment 2')).toHaveValue('NOVEMBER');
  expect(field('Year of payment 2')).toHaveValue('2026');
  expect(field('Money received')).toHaveValue('600.00');
  expect(owed.queryByRole('button')).toBeNull();
});

test('debts that do not come are said, and the money can be received all the same', async () => {
  signInAs('SuperUser');
  const page = open({ '/drivers/1/standing': () => refusal(403, 'Something broke.'), '/payments/receive': DONE });
  await add(page, 'GR 1');
  expect(await screen.findByText('What AMA MENSAH 1 owes could not be loaded. Something broke.')).toBeVisible();
  await choose(page, 'Payment type of payment 1', 'REGISTRATION FEE');
  await submit(page);
  await waitFor(() => expect(sent(page)).toHaveLength(1));
});

test('by keyboard alone: the focus goes to the new row, each press adds a month, and removing leads back to the search', async () => {
  const page = open();
  await page.user.type(field('Find the driver'), 'GR{Enter}');
  await screen.findByRole('button', { name: /MENSAH 2/ });
  await page.user.tab();
  await page.user.tab();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(field('Payment type of payment 1')).toHaveFocus());
  await choose(page, 'Payment type of payment 1', 'MONTHLY SUBSCRIPTION');
  await choose(page, 'Year of payment 1', '2026');
  await choose(page, 'Month of payment 1', 'November');
  screen.getByRole('button', { name: 'Next month' }).focus();
  await page.user.keyboard('{Enter}{Enter}');
  const months = screen.getAllByLabelText(/^Month of payment/).map((select) => (select as HTMLSelectElement).value);
  expect(months).toEqual(['NOVEMBER', 'DECEMBER', 'JANUARY']);
  screen.getByRole('button', { name: 'Remove payment 3' }).focus();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(field('Find the driver')).toHaveFocus());
});

test('of several drivers found one is chosen; nobody found is said', async () => {
  const page = open();
  await page.user.type(field('Find the driver'), 'GR{Enter}');
  await page.user.click(await screen.findByRole('button', { name: /MENSAH 2/ }));
  expect(await screen.findByText(/DRV000002X/)).toBeVisible();
  await page.user.type(field('Find the driver'), 'XX{Enter}');
  await waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent('No driver was found.'));
});

test('a car number that was typed whole is taken, also where that of another car begins alike', async () => {
  const all = [summary(2), { ...summary(1), car_number: 'GR 2-201' }];
  const page = open({ '/drivers/general_search': { status: true, message: 'Found.', driver: all } });
  await add(page, 'gr 220');
  expect(await screen.findByText(/DRV000002X/)).toBeVisible();
});

test('what is left becomes the credit of the one driver, and of several somebody is chosen', async () => {
  const page = open({ '/payments/receive': DONE });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'REGISTRATION FEE');
  await page.user.clear(field('Money received'));
  await page.user.type(field('Money received'), '450');
  await page.user.tab();
  expect(field('GHS 250.00 becomes credit of')).toHaveValue('DRV000001X');
  await add(page, 'GR 2');
  await choose(page, 'Payment type of payment 2', 'REGISTRATION FEE');
  await submit(page);
  expect(await screen.findByText('GHS 50.00 is left. Please choose whose credit it becomes.')).toBeVisible();
  expect(sent(page)).toEqual([]);
  await page.user.selectOptions(field('GHS 50.00 becomes credit of'), 'DRV000002X');
  await submit(page);
  await waitFor(() => expect(sent(page)).toMatchObject([{ amount: '450.00', credit_to: 'DRV000002X' }]));
});

test('rows that come to more than the money are not sent', async () => {
  const page = open();
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'REGISTRATION FEE');
  await page.user.clear(field('Money received'));
  await page.user.type(field('Money received'), '150.00');
  await submit(page);
  expect(await screen.findByText('The payments are GHS 50.00 more than the money received.')).toBeVisible();
  expect(sent(page)).toEqual([]);
});

test('each mode asks for its own mark, and money in an account for a look there', async () => {
  const page = open({ '/clearance': () => refusal(404, 'No claim waits.') });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'REGISTRATION FEE');
  const asks = async (mode: string, ...messages: string[]) => {
    await page.user.selectOptions(field('Paid by'), mode);
    await submit(page);
    for (const message of messages) expect(await screen.findByText(message)).toBeVisible();
  };
  const NOT_SEEN = 'Please confirm that you have seen this payment in the account.';
  await asks('momo', 'Please enter the transaction ID', NOT_SEEN);
  await asks('bank', 'Please enter the reference number of the transfer.', NOT_SEEN);
  await asks('cheque', 'Please enter the number of the cheque.', 'Please choose the bank of the cheque.');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(sent(page)).toEqual([]);
});

test('a refusal stands at its row, and what was typed stays', async () => {
  const message = 'The registration fee of this driver was already paid.';
  const issues = [{ path: 'body.payments.0.payment_type', message }];
  const page = open({ '/payments/receive': () => refusal(409, message, { code: 'already_paid', issues }) });
  await add(page, 'GR 1');
  await choose(page, 'Payment type of payment 1', 'REGISTRATION FEE');
  await submit(page);
  await waitFor(() => expect(field('Payment type of payment 1')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(field('Amount of payment 1')).toHaveValue('200.00');
});

test('a claim that waits with the transaction ID is shown, and taken at a press', async () => {
  const claim = {
    payment_id: '7',
    mobile_number: '+233241234567',
    amount: '200.00',
    car_number: 'GR 1-20',
    driver_code: 'DRV000001X',
    fullname: 'AMA MENSAH 1',
    payment_type: 'RF',
    payment_year: null,
    payment_month: null,
    transaction_date: '2026-11-20',
  };
  const page = open({ '/clearance': { status: true, message: 'Found.', data: claim } });
  await page.user.selectOptions(field('Paid by'), 'momo');
  await page.user.type(field('Transaction ID'), '87425747421');
  await page.user.tab();
  await page.user.click(await screen.findByRole('button', { name: 'Receive this claim' }));
  await waitFor(() => expect(field('Payment type of payment 1')).toHaveValue('RF'));
  expect(field('Money received')).toHaveValue('200.00');
});

test('without a row it says what is missing', async () => {
  const page = open();
  await page.user.type(field('Money received'), '200');
  await submit(page);
  expect(await screen.findByText('Please add what is paid.')).toBeVisible();
});
