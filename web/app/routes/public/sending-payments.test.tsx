// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  CHECK,
  DRIVER,
  expectToast,
  FIND,
  FOUND,
  findConfirmation,
  openPaymentForm,
  PRICES,
  queryConfirmation,
  toasts,
} from '../../../test/dom/payment-form.tsx';
import { hold, refusal } from '../../../test/dom/served.ts';

test('after a payment one confirmation says what to do next; another one begins with an empty form, which asks for nothing yet', async () => {
  const { user, choose, paste, field, fill, findDriver } = await openPaymentForm();
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await user.keyboard('{Enter}');
  expect(await findConfirmation()).toHaveTextContent('Your payment was sent.');
  expect(screen.getByRole('heading', { name: 'Your payment waits to be cleared' })).toHaveFocus();
  await vi.dynamicImportSettled();
  expect(toasts()).toEqual([]);
  expect(screen.queryByLabelText('Transaction ID')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in to see your payments' })).toHaveAttribute(
    'href',
    '/main_login?from=/member',
  );
  expect(screen.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send another payment' }));
  await screen.findByLabelText('Transaction ID');
  expect(field('Transaction ID')).toHaveValue('');
  await user.click(field('Car Number'));
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0);
  await fill('Transaction ID', '1');
  await user.clear(field('Transaction ID'));
  await user.tab();
  await waitFor(() => expect(field('Transaction ID')).toHaveAccessibleDescription('Please enter Transaction ID.'));
});

test.each([
  [429, 'There were too many look-ups from here'],
  [503, 'The look-up does not answer at the moment'],
])(
  'where the look-up answers %i, the driver code is typed by hand, and the payment is sent',
  async (status, reason) => {
    const { user, choose, fill, paste, field, submit } = await openPaymentForm({
      [FIND]: () => refusal(status, 'Not now.'),
    });
    await fill('Car Number', 'GR 1234-20');
    await user.tab();
    await waitFor(() =>
      expect(field('Driver Code')).toHaveAccessibleDescription(
        `${reason}, so please enter it: it was given at registration`,
      ),
    );
    expect(toasts()).toEqual([]);
    await fill('Driver Code', 'DRV000001B');
    await choose('Payment Type', 'RF');
    await paste('Transaction ID', '68576386182');
    await submit();
    expect(await findConfirmation()).toHaveTextContent('DRV000001B');
  },
);

test('a subscription that the server refuses before the registration fee says so at the payment type', async () => {
  const message = 'Please pay the registration fee before the monthly subscription.';
  const { choose, paste, field, findDriver, submit, sent } = await openPaymentForm({
    [CHECK]: () => refusal(409, message),
  });
  await findDriver();
  await choose('Payment Type', 'SS');
  await choose('Payment Month', 'NOVEMBER');
  await paste('Transaction ID', '68576386182');
  await submit();
  await expectToast(message);
  expect(field('Payment Type')).toHaveAccessibleDescription(message);
  expect(field('Transaction ID')).toHaveValue('68576386182');
  expect(sent()).toEqual([]);
});

test('what was already paid is refused at its type, without the confirmation and the messages of before', async () => {
  const { user, answers, choose, paste, field, findDriver, submit } = await openPaymentForm();
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  await findConfirmation();
  await user.click(screen.getByRole('button', { name: 'Send another payment' }));
  await screen.findByLabelText('Transaction ID');
  const paid = 'The registration fee of this driver was already paid.';
  const issues = [{ path: 'body.payment_type', message: paid }];
  answers['/payments'] = () => refusal(409, paid, { code: 'already_paid', issues });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '9876543210987');
  await submit();
  await expectToast('Wrong Transaction ID.');
  expect(queryConfirmation()).toBeNull();
  await paste('Transaction ID', '68576386183');
  await submit();
  await expectToast(paid);
  await waitFor(() => expect(toasts()).toEqual([paid]));
  expect(field('Payment Type')).toHaveAccessibleDescription(paid);
  expect(field('Payment Type')).toHaveFocus();
  expect(field('Transaction ID')).toHaveValue('68576386183');
});

test('the message of a full disk is shown and the form stays as typed', async () => {
  const message = 'The server’s disk is full, so nothing was saved. Please try again later.';
  const full = () => refusal(503, message, { code: 'storage_full' });
  const { choose, paste, field, findDriver, submit } = await openPaymentForm({ '/payments': full });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  await expectToast(message);
  expect(await screen.findByText(/Nothing is lost\./)).toBeVisible();
  expect(field('Car Number')).toHaveValue('GR 1234-20');
  expect(field('Transaction ID')).toHaveValue('68576386182');
});

test('Submit waits for prices that are on their way, and does not ask for the amount', async () => {
  const late = hold();
  const { choose, paste, field, findDriver, submit } = await openPaymentForm({ '/payment_list': late.answer });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  expect(field('Amount')).toHaveValue('');
  late.give(Response.json(PRICES));
  expect(await findConfirmation()).toHaveTextContent('GHS 200.00');
});

test('an amount that the look-up changes after Submit is shown before it goes out', async () => {
  const late = hold();
  const { calls, choose, fill, paste, field, submit } = await openPaymentForm({ [FIND]: late.answer });
  await fill('Car Number', 'GR 1234-20');
  await choose('Payment Type', 'SS');
  await choose('Payment Month', 'DECEMBER');
  await paste('Transaction ID', '68576386182');
  await waitFor(() => expect(field('Amount')).toHaveValue('300.00'));
  await submit();
  late.give(Response.json({ ...FOUND, driver: { ...DRIVER, plans: [{ plan: 'platinum', from: '2024-01' }] } }));
  await expectToast('The price for this car is GHS 1,200.00. Please check the amount and submit again.');
  expect(field('Amount')).toHaveValue('1200.00');
  await waitFor(() => expect(field('Amount')).toHaveFocus());
  expect(calls.filter(({ path }) => path === CHECK || path === '/payments')).toEqual([]);
});

test('Submit names what is missing in a toast and at its field, and sends nothing', async () => {
  const { findDriver, choose, paste, field, submit, calls } = await openPaymentForm();
  await findDriver();
  const before = calls.length;
  await submit();
  await expectToast('Please select payment type');
  expect(field('Payment Type')).toHaveAccessibleDescription('Please select payment type');
  expect(field('Payment Type')).toHaveFocus();
  await choose('Payment Type', 'RF');
  await submit();
  await expectToast('Please enter Transaction ID.');
  await paste('Transaction ID', '123456789');
  await submit();
  const wrong = 'Wrong Transaction ID. Transaction ID should be 11 characters.';
  await expectToast(wrong);
  expect(field('Transaction ID')).toHaveAccessibleDescription(wrong);
  expect(calls.slice(before).map(({ path }) => path)).not.toContain('/payments');
});

test('a transaction ID that is taken is refused at its field', async () => {
  const message = 'This transaction ID was already used for another payment. Please check it, or contact us.';
  const issues = [{ path: 'body.transaction_id', message }];
  const { findDriver, choose, paste, field, submit } = await openPaymentForm({
    '/payments': () => refusal(409, message, { issues }),
  });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  await expectToast(message);
  expect(field('Transaction ID')).toHaveAccessibleDescription(message);
  await waitFor(() => expect(field('Transaction ID')).toHaveFocus());
});

test('a payment whose answer is lost is sent again as the same one, without being asked about again', async () => {
  const { answers, findDriver, choose, paste, submit, sent, calls } = await openPaymentForm();
  const answer = answers['/payments'] ?? {};
  answers['/payments'] = () => Promise.reject(new TypeError('Failed to fetch'));
  await findDriver();
  await choose('Payment Type', 'DP');
  await paste('Transaction ID', '68576386182');
  await submit();
  expect(await screen.findByText(/Nothing is lost\./)).toBeVisible();
  answers['/payments'] = answer;
  await submit();
  expect(await findConfirmation()).toHaveTextContent('GHS 1,500.00');
  expect(calls.map(({ path }) => path).filter((path) => [CHECK, '/payments'].includes(path))).toEqual([
    CHECK,
    '/payments',
    '/payments',
  ]);
  const [one, other] = sent().map(({ headers, body }) => [headers.get('idempotency-key'), body]);
  expect(other).toEqual(one);
});

test('a month before the driver registered is asked about, and sent by a person who is sure', async () => {
  const { user, findDriver, choose, paste, field, submit, sent } = await openPaymentForm();
  await findDriver();
  await choose('Payment Type', 'SS');
  await choose('Payment Month', 'MARCH');
  await paste('Transaction ID', '68576386182');
  await submit();
  expect(await screen.findByRole('alertdialog', { name: 'Really pay for March 2026?' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change the month' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(field('Payment Month')).toHaveFocus());
  expect(sent()).toEqual([]);
  await submit();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change the month' })).toHaveFocus());
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await findConfirmation()).toHaveTextContent('March 2026');
  expect(sent()).toHaveLength(1);
});
