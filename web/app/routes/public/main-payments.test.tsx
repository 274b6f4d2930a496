// @vitest-environment happy-dom
import { SITE_DEFAULTS } from '@banbo/contract';
import { screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast';
import { Outlet } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../../test/dom/open-page.tsx';
import { type Answer, hold, refusal, serve } from '../../../test/dom/served.ts';

const FIND = '/drivers/find_driver_by_car_number';
const CHECK = '/fee_payment/check_fee_payment';
const TYPES = [
  { type_code: 'RF', description: 'REGISTRATION FEE', period: 'once', required_type: null },
  { type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly', required_type: 'RF' },
  { type_code: 'DP', description: 'DEVICE PAYMENT', period: 'any', required_type: 'RF' },
];
const PRICES = [
  { year: 2026, type_code: 'RF', plan: null, amount: '200.00' },
  { year: 2026, type_code: 'SS', plan: 'monthly', amount: '300.00' },
  { year: 2026, type_code: 'SS', plan: 'platinum', amount: '1200.00' },
  { year: 2026, type_code: 'DP', plan: null, amount: '1500.00' },
];
const DRIVER = {
  driver_code: 'DRV000001B',
  fullname: 'AMA M.',
  mobile_number: '024 *** 1234',
  plans: [],
  first_month: '2026-11',
};
const FOUND = { success: true, message: '', driver: DRIVER };

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
});
afterEach(() => {
  toast.remove();
  vi.useRealTimers();
});

/** The form in a page that has just been loaded, with its fields and what they are told. */
const open = async (given: Record<string, Answer> = {}) => {
  const served = serve({
    '/payment_types': TYPES,
    '/payment_list': PRICES,
    [FIND]: FOUND,
    [CHECK]: { success: true },
    '/payments': () =>
      Response.json({ success: true, message: 'Your payment was sent.', payment_id: '7' }, { status: 201 }),
    ...given,
  });
  const { default: MainPayments } = await import('./main-payments.tsx');
  const { default: Toasts } = await import('~/components/toasts.tsx');
  const page = (
    <>
      <Toasts />
      <Outlet />
    </>
  );
  const children = [
    { path: '/main_payments', element: <MainPayments /> },
    { path: '/', element: <h1>Home</h1> },
  ];
  const opened = openPage([{ element: page, children }], '/main_payments');
  const { user } = opened;
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const fill = async (label: string, text: string) => {
    await user.clear(field(label));
    await user.type(field(label), text);
  };
  const choose = async (label: string, value: string) => {
    await waitFor(() => expect(field(label)).toBeEnabled());
    await user.selectOptions(field(label), value);
  };
  return {
    ...opened,
    ...served,
    field,
    fill,
    choose,
    paste: async (label: string, text: string) => {
      await user.clear(field(label));
      await user.click(field(label));
      await user.paste(text);
    },
    findDriver: async () => {
      await fill('Car Number', 'gr 1234-20');
      await user.tab();
      await waitFor(() => expect(field('Driver Code')).toHaveValue(DRIVER.driver_code));
    },
    submit: () => user.click(screen.getByRole('button', { name: 'Submit' })),
    sent: () => served.calls.filter(({ path }) => path === '/payments'),
  };
};

const CONFIRMED = { name: 'Your payment waits to be cleared' };
const confirmation = () => screen.findByRole('region', CONFIRMED);
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
/** Waits for a toast, as distinct from the message at the field. */
const expectToast = (text: string) => waitFor(() => expect(toasts().join('\n')).toContain(text));

test('leaving the car number looks the driver up and fills in what a stranger may see', async () => {
  const { findDriver, field, calls } = await open();
  await findDriver();
  expect(field('Full Name')).toHaveValue('AMA M.');
  expect(field('Mobile Number')).toHaveValue('024 *** 1234');
  for (const label of ['Driver Code', 'Full Name', 'Mobile Number']) expect(field(label)).toHaveAttribute('readonly');
  expect(calls.filter(({ path }) => path === FIND).map(({ body }) => body)).toEqual([{ car_number: 'GR 1234-20' }]);
});

test('an empty car number is asked for when it is left', async () => {
  const { user, field } = await open();
  await user.click(field('Car Number'));
  await user.tab();
  await expectToast('Please enter the car number');
  expect(field('Car Number')).toHaveAccessibleDescription('Please enter the car number');
});

test('an empty car number is not asked for on the way to Cancel', async () => {
  const { user, field, router } = await open();
  await user.click(field('Car Number'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/');
  await vi.dynamicImportSettled();
  expect(toasts()).toEqual([]);
});

test('a car nobody registered gets the server’s message, and the car number the focus again', async () => {
  const message = 'No driver is registered with this car number.';
  const { user, fill, field } = await open({ [FIND]: () => refusal(404, message) });
  await fill('Car Number', 'GX 9999-99');
  await user.tab();
  await expectToast(message);
  expect(field('Car Number')).toHaveFocus();
  expect(field('Car Number')).toHaveAccessibleDescription(message);
});

test('a transaction ID takes no character too many, and a pasted one is not cut down to another person’s', async () => {
  const { fill, paste, field, findDriver, choose, submit } = await open();
  await findDriver();
  await choose('Payment Type', 'RF');
  await fill('Transaction ID', '123456789012');
  expect(field('Transaction ID')).toHaveValue('12345678901');
  await paste('Transaction ID', '9876543210987');
  expect(field('Transaction ID')).toHaveValue('9876543210987');
  await paste('Transaction ID', '123 4567 8901');
  expect(field('Transaction ID')).toHaveValue('12345678901');
  await paste('Transaction ID', '1234567890');
  await choose('Network', 'MTN');
  await submit();
  await waitFor(() =>
    expect(field('Transaction ID')).toHaveAccessibleDescription(
      'Wrong Transaction ID. Transaction ID should be 11 digits for MTN.',
    ),
  );
});

test('the networks are the company’s, and are asked for again before an ID is refused', async () => {
  const mtn = { code: 'MTN', name: 'MTN', id_characters: 'digits', id_padded_to: null };
  const set = (id_lengths: number[], wrong_id_message: string | null) => ({
    ...SITE_DEFAULTS,
    networks: [{ ...mtn, id_lengths, wrong_id_message }],
  });
  const told = 'MTN’s IDs have 12 digits now.';
  const { answers, choose, paste, field, findDriver, submit } = await open({ '/site': set([12], told) });
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
  await expectToast('Your payment was sent.');
});

test('a payment that is sent leaves an empty form, which asks for nothing yet', async () => {
  const { user, choose, paste, field, fill, findDriver } = await open();
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await user.keyboard('{Enter}');
  await confirmation();
  expect(field('Transaction ID')).toHaveValue('');
  await user.click(field('Car Number'));
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0);
  await fill('Transaction ID', '1');
  await user.clear(field('Transaction ID'));
  await user.tab();
  await waitFor(() => expect(field('Transaction ID')).toHaveAccessibleDescription('Please enter Transaction ID.'));
});

test('a subscription has a year and a month, other types have none, and each fills in its price', async () => {
  const { choose, field } = await open();
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
  const { user, choose, field, fill } = await open();
  await choose('Payment Type', 'SS');
  await waitFor(() => expect(field('Amount')).toHaveValue('300.00'));
  await choose('Payment Year', '2043');
  expect(field('Amount'), 'that year has no price yet').toHaveValue('');
  await choose('Payment Type', 'DP');
  expect(field('Amount')).toHaveValue('1500.00');
  await fill('Amount', '1,250');
  await user.tab();
  expect(field('Amount')).toHaveValue('1250.00');
  expect(await screen.findByText('The price is GHS 1,500.00, which is GHS 250.00 more than entered.')).toBeVisible();
  await choose('Payment Type', 'RF');
  expect(field('Amount')).toHaveValue('1250.00');
});

test.each([
  [429, 'There were too many look-ups from here'],
  [503, 'The look-up does not answer just now'],
])(
  'where the look-up answers %i, the driver code is typed by hand, and the payment is sent',
  async (status, reason) => {
    const { user, choose, fill, paste, field, submit } = await open({ [FIND]: () => refusal(status, 'Not now.') });
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
    expect(await confirmation()).toHaveTextContent('DRV000001B');
  },
);

test('a subscription that the server refuses before the registration fee says so at the payment type', async () => {
  const message = 'Please pay the registration fee before the monthly subscription.';
  const { choose, paste, field, findDriver, submit, sent } = await open({ [CHECK]: () => refusal(409, message) });
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

test('of a pasted message the transaction ID is taken, or nothing and it says so', async () => {
  const { choose, paste, field, findDriver, submit } = await open();
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
  expect(await confirmation()).toHaveTextContent('68576386182');
});

test('what was already paid is refused at its type, without the confirmation and the messages of before', async () => {
  const { answers, choose, paste, field, findDriver, submit } = await open();
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  await confirmation();
  const paid = 'The registration fee of this driver was already paid.';
  const issues = [{ path: 'body.payment_type', message: paid }];
  answers['/payments'] = () => refusal(409, paid, { code: 'already_paid', issues });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '9876543210987');
  await submit();
  await expectToast('Wrong Transaction ID.');
  expect(screen.queryByRole('region', CONFIRMED)).toBeNull();
  await paste('Transaction ID', '68576386183');
  await submit();
  await expectToast(paid);
  await waitFor(() => expect(toasts()).toEqual([paid]), { timeout: 2000 });
  expect(field('Payment Type')).toHaveAccessibleDescription(paid);
  expect(field('Payment Type')).toHaveFocus();
  expect(field('Transaction ID')).toHaveValue('68576386183');
});

test('the message of a full disk is shown and the form stays as typed', async () => {
  const message = 'The server’s disk is full, so nothing was saved. Please try again later.';
  const full = () => refusal(507, message, { code: 'storage_full' });
  const { choose, paste, field, findDriver, submit } = await open({ '/payments': full });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  await expectToast(message);
  expect(await screen.findByText(/Nothing is lost\./)).toBeVisible();
  expect(field('Car Number')).toHaveValue('GR 1234-20');
  expect(field('Transaction ID')).toHaveValue('68576386182');
});

test('payment types say that they are loading, and why they did not come, and can be asked for again', async () => {
  const late = hold();
  const { answers, user, field } = await open({ '/payment_types': late.answer });
  expect(await screen.findByRole('option', { name: 'Loading Payment Type...' })).toBeInTheDocument();
  expect(field('Payment Type')).toBeDisabled();
  late.give(refusal(404, 'Not now.'));
  expect(await screen.findByText('The list could not be loaded. Not now.')).toBeVisible();
  answers['/payment_types'] = TYPES;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(field('Payment Type')).toBeEnabled());
});

test('Submit waits for prices that are on their way, and does not ask for the amount', async () => {
  const late = hold();
  const { choose, paste, field, findDriver, submit } = await open({ '/payment_list': late.answer });
  await findDriver();
  await choose('Payment Type', 'RF');
  await paste('Transaction ID', '68576386182');
  await submit();
  expect(field('Amount')).toHaveValue('');
  late.give(Response.json(PRICES));
  expect(await confirmation()).toHaveTextContent('GHS 200.00');
});

test('an amount that the look-up changes after Submit is shown before it goes out', async () => {
  const late = hold();
  const { calls, choose, fill, paste, field, submit } = await open({ [FIND]: late.answer });
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
