// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed, PAYMENT } from '../../../../test/dom/payments.ts';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';

await fetchPages('device_payments', 'payment_transactions', 'registration_fees', 'subscriptions', 'view_payment');

const NAMES = ['registration_fees', 'subscriptions', 'device_payments', 'payment_transactions'] as const;
const TYPES = [{ id: '1', type_code: 'RF', description: 'REGISTRATION FEE' }];

const open = (address: string, payments: Answer) => {
  const served = serve({ '/payments': payments, '/payment_types': TYPES });
  const children = [...NAMES, 'view_payment'];
  const opened = openOfficePage(children, address);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const search = () => opened.user.click(screen.getByRole('button', { name: 'Search' }));
  return { ...opened, ...served, field, search };
};

const told = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent).join('\n');
const isTold = (text: string) => waitFor(() => expect(told()).toContain(text));

const MENSAHS: Answer = listed([PAYMENT]);

test('a search without any parameter says so and asks for nothing', async () => {
  const { search, calls } = open('/registration_fees', listed([PAYMENT], { count: 41 }));
  await screen.findByText('TOTAL REGISTRATION FEES');
  const before = calls.length;
  await search();
  await isTold('Provide at least one search parameter');
  expect(calls.length).toBe(before);
});

test('a search that finds payments turns search mode on, in uppercase, and Cancel turns it off again', async () => {
  const { user, field, search, router } = open('/registration_fees?status=cleared', MENSAHS);
  await screen.findByText('TOTAL REGISTRATION FEES');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.type(field('LastName'), ' men ');
  await user.type(field('Driver Code'), 'drv1');
  await search();
  await waitFor(() => expect(router.state.location.search).toContain('last_name=MEN'));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    status: 'cleared',
    last_name: 'MEN',
    driver_code: 'DRV1',
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.search).toBe('?status=cleared'));
  expect(router.state.location.pathname).toBe('/registration_fees');
  expect([field('LastName').value, field('Driver Code').value]).toEqual(['', '']);
});

test('Cancel of a search that was opened by its address leads to the transactions', async () => {
  const { user, router } = open('/subscriptions?first_name=AMA', MENSAHS);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment_transactions'));
  expect(router.state.location.search).toBe('');
});

test('a search that finds nothing says so, stays out of search mode and keeps what was typed', async () => {
  const { user, field, search, router, answers } = open('/registration_fees?page=2', listed([PAYMENT], { count: 41 }));
  await screen.findByText('TOTAL REGISTRATION FEES');
  answers['/payments'] = listed([], { count: 0 });
  await user.type(field('Mobile Number'), '024');
  await search();
  await isTold('No Payment found for member');
  expect(router.state.location.search).toBe('?page=2');
  expect(field('Mobile Number')).toHaveValue('024');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('a search in search mode that finds nothing turns it off and keeps what was typed', async () => {
  const { user, field, search, router, answers } = open('/registration_fees?last_name=MENSAH', MENSAHS);
  await screen.findByRole('button', { name: 'Cancel' });
  answers['/payments'] = listed([], { count: 0 });
  await user.clear(field('LastName'));
  await user.type(field('LastName'), 'OWUSU');
  await search();
  await isTold('No Payment found for member');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  expect(field('LastName')).toHaveValue('OWUSU');
});

test('a search that fails says why', async () => {
  const { user, field, search, answers } = open('/registration_fees', listed([PAYMENT]));
  await screen.findByText('TOTAL REGISTRATION FEES');
  answers['/payments'] = () => refusal(400, 'The text of “LastName” has a character that nobody sees.');
  await user.type(field('LastName'), 'X');
  await search();
  await isTold('has a character that nobody sees');
});

test('pages are left out while a search fits on one, and stay where it does not', async () => {
  const { answers, router } = open('/registration_fees?last_name=MENSAH', MENSAHS);
  await screen.findByText('TOTAL REGISTRATION FEES');
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  answers['/payments'] = listed([PAYMENT], { count: 21 });
  await router.navigate('/registration_fees?last_name=MEN');
  expect(await screen.findByRole('navigation', { name: 'Pages' })).toBeVisible();
});

test('a list that more drivers match than it adds up says that it is cut', async () => {
  open('/payment_transactions?last_name=M', listed([PAYMENT], { count: 1000, isCut: true }));
  expect(await screen.findByText(/More than 1,000 drivers match/)).toBeVisible();
});

test('the total and a view link stand in the last row, and a row leads to its payment', async () => {
  open('/payment_transactions', listed([PAYMENT], { amount: '11450.00', waiting: '600.00' }));
  const total = within((await screen.findByRole('rowheader', { name: 'TOTAL PAYMENTS' })).closest('tr') as HTMLElement);
  expect(total.getByText('11,450.00')).toBeVisible();
  expect(total.getByRole('link', { name: 'View the payments of a driver' })).toHaveAttribute('href', '/view_payment');
  expect(screen.getByText('600.00')).toBeVisible();
  const view = screen.getByRole('link', { name: 'View payment 68576386182 of Ama Mensah' });
  expect(view).toHaveAttribute('href', '/view_payment/DRV000001B?payment=1');
  const row = within(view.closest('tr') as HTMLElement);
  for (const text of ['DRV000001B', 'GR 1-20', 'Ama Mensah', '024 123 4567', 'transfer', 'MoMo', 'Cleared', '200.00'])
    expect(row.getByText(text)).toBeVisible();
});

test('the columns are those of the lists of fees', async () => {
  open('/registration_fees', listed([PAYMENT]));
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent?.trim());
  expect(heads).toEqual([
    '#',
    'Driver Code',
    'Car Number',
    'Full Name',
    'Mobile Number',
    'Payment Date',
    'Transaction ID',
    'Status',
    'Amount Paid',
    'ACTION',
  ]);
});

test('transactions are of all types and states unless one is chosen', async () => {
  const { user, router } = open('/payment_transactions', listed([PAYMENT]));
  await screen.findByText('TOTAL PAYMENTS');
  expect(screen.getByLabelText('Status')).toHaveValue('all');
  await user.selectOptions(await screen.findByLabelText('Type'), 'RF');
  await user.selectOptions(screen.getByLabelText('Status'), 'rejected');
  await user.selectOptions(screen.getByLabelText('Mode'), 'cash');
  await waitFor(() => expect(router.state.location.search).toContain('mode=cash'));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    payment_type: 'RF',
    status: 'rejected',
    mode: 'cash',
  });
  await user.selectOptions(screen.getByLabelText('Status'), 'all');
  await waitFor(() => expect(router.state.location.search).not.toContain('status'));
});

test.each([
  ['registration_fees', 'Loading Registration Fees...', 'TOTAL REGISTRATION FEES'],
  ['subscriptions', 'Loading Subscription Payments...', 'TOTAL SUBSCRIPTION PAYMENTS'],
  ['device_payments', 'Loading Device Payments...', 'TOTAL DEVICE PAYMENTS'],
] as const)('%s say that they load, name their total and lead to their sums', async (kind, loading, total) => {
  open(`/${kind}`, listed([PAYMENT]));
  expect(screen.getByText(loading)).toBeVisible();
  expect(await screen.findByText(total)).toBeVisible();
  for (const [label, path] of [
    ['Period Payment', '/regFees_by_period'],
    ['Monthly Payment', '/regFees_by_month'],
    ['Payments By Mode', '/regFees_by_mode'],
  ] as const) {
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', `${path}?kind=${kind}`);
  }
});

test('without a driver code, payments are listed once somebody is searched for', async () => {
  const { user, field, search, calls } = open('/view_payment', MENSAHS);
  expect(await screen.findByText('Search for a driver to see all their payments.')).toBeVisible();
  expect(calls.filter(({ path }) => path === '/payments')).toEqual([]);
  await user.type(field('FirstName'), 'ama');
  await search();
  expect(await screen.findByRole('link', { name: 'View payment 68576386182 of Ama Mensah' })).toBeVisible();
});
