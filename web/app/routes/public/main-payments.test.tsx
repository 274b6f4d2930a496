// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { COMPANY } from '../../../test/builders/company.ts';
import {
  expectToast,
  FIND,
  findConfirmation,
  openPaymentForm,
  TYPES,
  toasts,
} from '../../../test/dom/payment-form.tsx';
import { hold, refusal } from '../../../test/dom/served.ts';

test('leaving the car number looks the driver up and fills in what a stranger may see', async () => {
  const { findDriver, field, calls } = await openPaymentForm();
  await findDriver();
  expect(field('Full Name')).toHaveValue('AMA M.');
  expect(field('Mobile Number')).toHaveValue('024 *** 1234');
  for (const label of ['Driver Code', 'Full Name', 'Mobile Number']) expect(field(label)).toHaveAttribute('readonly');
  expect(calls.filter(({ path }) => path === FIND).map(({ body }) => body)).toEqual([{ car_number: 'GR 1234-20' }]);
});

test('an empty car number is asked for when it is left', async () => {
  const { user, field } = await openPaymentForm();
  await user.click(field('Car Number'));
  await user.tab();
  await expectToast('Please enter the car number');
  expect(field('Car Number')).toHaveAccessibleDescription('Please enter the car number');
});

test('an empty car number is not asked for on the way to Cancel', async () => {
  const { user, field, router } = await openPaymentForm();
  await user.click(field('Car Number'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/');
  await vi.dynamicImportSettled();
  expect(toasts()).toEqual([]);
});

test('a car nobody registered gets the server’s message, and the car number the focus again', async () => {
  const message = 'No driver is registered with this car number.';
  const { user, fill, field } = await openPaymentForm({ [FIND]: () => refusal(404, message) });
  await fill('Car Number', 'GX 9999-99');
  await user.tab();
  await expectToast(message);
  expect(field('Car Number')).toHaveFocus();
  expect(field('Car Number')).toHaveAccessibleDescription(message);
});

test('a transaction ID takes no character too many, and a pasted one is not cut down to another person’s', async () => {
  const { fill, paste, field, findDriver, choose, submit } = await openPaymentForm();
  await findDriver();
  await choose('Payment Type', 'RF');
  await fill('Transaction ID', '1234567890123');
  expect(field('Transaction ID')).toHaveValue('123456789012');
  await paste('Transaction ID', '9876543210987');
  expect(field('Transaction ID')).toHaveValue('9876543210987');
  await paste('Transaction ID', '123 4567 8901');
  expect(field('Transaction ID')).toHaveValue('12345678901');
  await paste('Transaction ID', '1234567890');
  await choose('Network', 'MTN');
  await submit();
  await waitFor(() =>
    expect(field('Transaction ID')).toHaveAccessibleDescription(
      'Wrong Transaction ID. Transaction ID should be 11 digits for MTN. It looks like an ID of Telecel: choose that network.',
    ),
  );
});

test('the networks are the company’s, and are asked for again before an ID is refused', async () => {
  const mtn = { code: 'MTN', name: 'MTN', id_characters: 'digits', id_padded_to: null };
  const set = (id_lengths: number[], wrong_id_message: string | null) => ({
    ...COMPANY,
    networks: [{ ...mtn, id_lengths, wrong_id_message }],
  });
  const told = 'MTN’s IDs have 12 digits now.';
  const { answers, choose, paste, field, findDriver, submit } = await openPaymentForm({ '/site': set([12], told) });
  await findDriver();
  await choose('Payment Type', 'RF');
  expect([...field('Network').querySelectorAll('option')].map(({ text }) => text)).toEqual(['I do not know', 'MTN']);
  await choose('Network', 'MTN');
  await paste('Transaction ID', '68576386182');
  await submit();
  await expectToast(told);
  expect(field('Transaction ID')).toHaveAccessibleDescription(told);
  answers['/site'] = set([11], null);
  await submit();
  expect(await findConfirmation()).toHaveTextContent('Your payment was sent.');
});

test('a subscription has a year and a month, other types have none, and each fills in its price', async () => {
  const { choose, field } = await openPaymentForm();
  await choose('Payment Type', 'SS');
  expect(field('Payment Year').querySelectorAll('option:not([value=""])')).toHaveLength(20);
  const months = [...field('Payment Month').querySelectorAll('option')].map(({ text }) => text);
  expect(months).toHaveLength(13);
  expect([months[0], months[1], months[12]]).toEqual(['Choose…', 'January', 'December']);
  await waitFor(() => expect(field('Amount')).toHaveValue('300.00'));
  await choose('Payment Type', 'DP');
  expect(screen.queryByLabelText('Payment Month')).toBeNull();
  expect(field('Amount')).toHaveValue('1500.00');
});

test('an amount that was typed stays whatever is chosen, and one filled in goes with its price', async () => {
  const { user, choose, field, fill } = await openPaymentForm();
  await choose('Payment Type', 'SS');
  await waitFor(() => expect(field('Amount')).toHaveValue('300.00'));
  await choose('Payment Year', '2043');
  expect(field('Amount'), 'that year has no price yet').toHaveValue('');
  await choose('Payment Type', 'DP');
  expect(field('Amount')).toHaveValue('1500.00');
  await fill('Amount', '1,250');
  await user.tab();
  expect(field('Amount')).toHaveValue('1250.00');
  expect(
    await screen.findByText(
      'The price is GHS 1,500.00, which is GHS 250.00 more than entered. Less counts as credit until the whole price is paid.',
    ),
  ).toBeVisible();
  await choose('Payment Type', 'RF');
  expect(field('Amount')).toHaveValue('1250.00');
});

test('of a pasted message the transaction ID is taken, or nothing and it says so', async () => {
  const { choose, paste, field, findDriver, submit } = await openPaymentForm();
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', 'Payment made for GHS 200.00 to BANBO LTD. Current Balance: GHS 9.00.');
  await submit();
  await waitFor(() =>
    expect(field('Transaction ID')).toHaveAccessibleDescription(
      'No transaction ID was found in this text. Please type the transaction ID alone.',
    ),
  );
  await paste('Transaction ID', 'Reference: AS 2567-12. Transaction ID: 68576386182. Fee charged: GHS 0.50');
  expect(field('Transaction ID')).toHaveValue('68576386182');
  await submit();
  expect(await findConfirmation()).toHaveTextContent('68576386182');
});

test('payment types say that they are loading, and why they did not come, and can be asked for again', async () => {
  const late = hold();
  const { answers, user, field } = await openPaymentForm({ '/payment_types': late.answer });
  expect(await screen.findByRole('option', { name: 'Loading Payment Type...' })).toBeInTheDocument();
  expect(field('Payment Type')).toBeDisabled();
  late.give(refusal(404, 'Not now.'));
  expect(await screen.findByText('The list could not be loaded. Not now.')).toBeVisible();
  answers['/payment_types'] = TYPES;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(field('Payment Type')).toBeEnabled());
});
