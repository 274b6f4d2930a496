// @vitest-environment happy-dom
import type { PaymentDetails } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed, PAYMENT } from '../../../../test/dom/payments.ts';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('view_payment/:driver_code', 'receive_payments');

const DRIVER = {
  id: '7',
  driver_code: 'DRV000001B',
  car_number: 'GR 1-20',
  mobile_number: '+233241234567',
  first_name: 'AMA',
  last_name: 'MENSAH',
  is_removed: false,
};

const REJECTED = {
  ...PAYMENT,
  id: '2',
  payment_type: 'SS',
  payment_year: 2026,
  payment_month: 'NOVEMBER',
  transaction_id: '70000000002',
  date_of: 'claim',
  mode: 'cash',
  status: 'rejected',
  status_reason: 'No such receipt.',
} as const;

const DETAILS: PaymentDetails = {
  ...REJECTED,
  amount_due: '300.00',
  claimed_amount: null,
  waived: '0.00',
  has_transfer: true,
  transfer_id: null,
  created_at: '2026-11-20T10:00:00.000Z',
  history: [
    {
      id: '1',
      at: '2026-11-20T11:00:00.000Z',
      actor: 'y.tetteh',
      action: 'payments.reject',
      reason: 'No receipt came.',
      facts: [{ field: 'Claimed', before: null, after: 'GHS 200.00' }],
    },
  ],
};

const open = (address: string, more: Record<string, Answer> = {}) => {
  const served = serve({
    '/payments/drivers/DRV000001B': DRIVER,
    '/payments': listed([PAYMENT, REJECTED]),
    '/payments/2': DETAILS,
    '/payment_types': [{ id: '1', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly' }],
    ...more,
  });
  const children = ['view_payment/:driver_code'];
  return { ...openOfficePage(children, `/view_payment/${address}`), ...served };
};

test('a history shows the driver, and every payment with its state, reason, month, mode and day', async () => {
  open('DRV000001B');
  expect(await screen.findByRole('heading', { level: 1, name: 'Payments of Ama Mensah' })).toBeVisible();
  expect(screen.getByText('GR 1-20')).toBeVisible();
  const row = within((await screen.findByText('70000000002')).closest('tr') as HTMLElement);
  for (const text of ['Rejected', 'No such receipt.', 'SS', 'Nov 2026', 'Cash', '20 Nov 2026', 'claim', '200.00'])
    expect(row.getByText(text)).toBeVisible();
  expect(screen.getByLabelText('Status')).toHaveValue('all');
});

test('View opens a payment with its price and the money that was found', async () => {
  const { user, router } = open('DRV000001B?page=1');
  await user.click(await screen.findByRole('link', { name: 'View payment 70000000002' }));
  const details = within(await screen.findByRole('region', { name: 'Payment 70000000002' }));
  expect(await details.findByText('Monthly subscription, Nov 2026')).toBeVisible();
  for (const text of [
    'No such receipt.',
    '20 Nov 2026, the day of the claim',
    'GHS 300.00',
    'Money with this transaction ID was received and is not matched',
  ]) {
    expect(details.getByText(text)).toBeVisible();
  }
  expect(details.getByText('Rejected a payment').closest('li')).toHaveTextContent(
    'Rejected a payment y.tetteh, 20 Nov 2026, 11:00No receipt came.ClaimedGHS 200.00',
  );
  expect(new URLSearchParams(router.state.location.search).get('payment')).toBe('2');
});

test('the receipt of a cleared payment is saved from it', async () => {
  open('DRV000001B?payment=2', { '/payments/2': { ...DETAILS, status: 'cleared', status_reason: null } });
  expect(await screen.findByRole('button', { name: 'PDF: the receipt of 70000000002' })).toBeVisible();
});

test('a driver that does not exist is said, with a way to search', async () => {
  open('DRV999999Z', { '/payments/drivers/DRV999999Z': () => refusal(404, 'No driver has this driver code.') });
  expect(await screen.findByRole('heading', { name: 'No driver has this driver code.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Search for a driver' })).toHaveAttribute('href', '/view_payment');
});

test('a payment of another driver is not shown in this history', async () => {
  open('DRV000001B?payment=2', { '/payments/2': { ...DETAILS, driver_code: 'DRV000002E' } });
  expect(await screen.findByText('This payment is not one of this driver’s.')).toBeVisible();
  expect(screen.queryByRole('region', { name: /Payment/ })).toBeNull();
});

test('an address that names no payment shows the history alone', async () => {
  const { calls } = open('DRV000001B?payment=../users');
  expect(await screen.findByText('70000000002')).toBeVisible();
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/payments'));
  expect(calls.map(({ path }) => path).filter((path) => path.includes('users'))).toEqual([]);
});

test('whoever recorded the money of a payment reads there why somebody else reverses it', async () => {
  signInAs('SystemAdmin');
  const reversal_hindrance = 'You received this money, so somebody else has to decide.';
  open('DRV000001B?payment=2', {
    '/payments/2': { ...DETAILS, status: 'cleared', status_reason: null, transfer_id: '9' },
    '/money_received/9': { money: { reversal_hindrance }, payments: [] },
  });
  expect(await screen.findByText(`Reversing it: ${reversal_hindrance}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reverse…' })).toBeNull();
});

const CASH = { ...DETAILS, status: 'cleared', status_reason: null, transfer_id: '9', driver_id: '7' } as const;
const paidBy = (...ids: string[]) => ({
  money: { reversal_hindrance: null },
  payments: ids.map((id) => ({ id, status: 'cleared' })),
});

test('a wrong amount of cash is corrected in one step, and its new receipt has the focus', async () => {
  signInAs('SystemAdmin');
  const message = 'GHS 20.00 is received under CASH00000008: the payment is cleared.';
  const { user, router, calls } = open('DRV000001B?payment=2', {
    '/payments/2': CASH,
    '/payments/5': { ...CASH, id: '5', amount_paid: '20.00' },
    '/money_received/9': paidBy('2'),
    '/cash_corrections/2': { status: true, message, payment_ids: ['5'], receipts: ['R000557'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Correct amount…' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByLabelText(/^Reason/)).toHaveValue('Typed wrongly.');
  await user.click(question.getByRole('button', { name: 'Correct the amount' }));
  expect(await question.findByText('Please enter the amount that was really received.')).toBeVisible();
  await user.type(question.getByLabelText(/^Really received/), '200');
  await user.click(question.getByRole('button', { name: 'Correct the amount' }));
  expect(await question.findByText('GHS 200.00 is what was received.')).toBeVisible();
  await user.clear(question.getByLabelText(/^Really received/));
  await user.type(question.getByLabelText(/^Really received/), '20');
  await user.click(question.getByRole('button', { name: 'Correct the amount' }));
  await waitFor(() => expect(router.state.location.search).toContain('payment=5'));
  const corrected = calls.find(({ path }) => path === '/cash_corrections/2');
  expect(corrected?.body).toEqual({ amount: '20.00', reason: 'Typed wrongly.' });
  expect(await screen.findByText(message, { selector: '.note p' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print receipt R000557' })).toHaveFocus());
});

const takenBy = (captured_by: string) => ({ ...paidBy('2'), money: { reversal_hindrance: null, captured_by } });

test('whoever took cash and may not reverse it asks for the right amount, also by the key c', async () => {
  signInAs('SuperUser');
  const { user, calls } = open('DRV000001B?payment=2', {
    '/payments/2': CASH,
    '/money_received/9': takenBy('SuperUser'),
    '/cash_corrections/2': {
      ...{ status: true, message: 'This waits for approval by somebody else.' },
      ...{ payment_ids: [], receipts: [] },
    },
  });
  await screen.findByRole('button', { name: 'Ask to correct the amount…' });
  await user.keyboard('c');
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/^Somebody else who may reverse payments decides/)).toBeVisible();
  await user.type(question.getByLabelText(/^Really received/), '20');
  await user.click(question.getByRole('button', { name: 'Ask for it' }));
  expect(await screen.findByText('This waits for approval by somebody else.')).toBeInTheDocument();
  const asked = calls.find(({ path }) => path === '/cash_corrections/2');
  expect(asked?.body).toEqual({ amount: '20.00', reason: 'Typed wrongly.' });
});

test('a correction that waits is told with its asker, amounts and approval, and not offered again', async () => {
  signInAs('SystemAdmin');
  const correction = {
    ...{ approval_id: '31', payment_id: '2', asked_by: 'adwoa', asked_at: '2026-11-20T12:00:00.000Z' },
    ...{ was: '200.00', amount: '20.00', reason: 'Typed wrongly.' },
  };
  const { user } = open('DRV000001B?payment=2', {
    '/payments/2': CASH,
    '/money_received/9': { ...paidBy('2'), correction },
  });
  const note = await screen.findByText(/^adwoa asked on 20 Nov 2026, 12:00 to correct this cash/);
  expect(note).toHaveTextContent('from GHS 200.00 to GHS 20.00: ‘Typed wrongly.’ It waits for approval');
  expect(within(note).getByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/approvals/31');
  expect(screen.getByRole('button', { name: 'Reverse…' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Correct amount…' })).toBeNull();
  await user.keyboard('c');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a colleague does not ask for the correction of cash that somebody else took', async () => {
  signInAs('SuperUser');
  const { user, calls } = open('DRV000001B?payment=2', { '/payments/2': CASH, '/money_received/9': takenBy('adwoa') });
  await waitFor(() => expect(calls.some(({ path }) => path === '/money_received/9')).toBe(true));
  await screen.findByRole('region', { name: /^Payment / });
  expect(screen.queryByRole('button', { name: 'Ask to correct the amount…' })).toBeNull();
  await user.keyboard('c');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('cash that paid other fees too is reversed, not corrected', async () => {
  signInAs('SystemAdmin');
  open('DRV000001B?payment=2', { '/payments/2': CASH, '/money_received/9': paidBy('2', '3') });
  expect(await screen.findByRole('button', { name: 'Reverse…' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Correct amount…' })).toBeNull();
});
