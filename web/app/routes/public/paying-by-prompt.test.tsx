// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMPANY } from '../../../test/builders/company.ts';
import { DRIVER, expectToast, FIND, FOUND, openPaymentForm, toasts } from '../../../test/dom/payment-form.tsx';
import { type Answer, refusal } from '../../../test/dom/served.ts';

const SITE = { ...COMPANY, offers_prompts: true };
const ASK = '/payments/prompts';
const REFERENCE = '5e4d1f7c-93a6-4a55-9d3f-0b7a1c2d3e4f';
const LOOK = `${ASK}/${REFERENCE}`;
const ASKED = { success: true, reference: REFERENCE, state: 'waiting', message: 'The prompt is on its way.' };
const APPROVE = 'Approve GHS 200.00 on the phone 024 *** 4567 with your MoMo PIN.';
const DECLINED = 'The prompt was declined on the phone. No money was taken.';
const PAID = 'Thank you. Your payment of GHS 200.00 was received and cleared. The transaction ID is 68576386182.';
const asked: Answer = () => Response.json(ASKED, { status: 201 });
const told = (state: string, message: string) => ({ status: true, state, message });

/** The form of a product that can send prompts. */
const openForm = async (given: Record<string, Answer> = {}) => {
  const opened = await openPaymentForm({ '/site': SITE, [ASK]: asked, [LOOK]: told('asked', APPROVE), ...given });
  const press = async (name: string) => opened.user.click(await screen.findByRole('button', { name }));
  const openPrompt = async () => {
    await press('Send a prompt to my phone');
    await screen.findByLabelText('MoMo number');
  };
  return {
    ...opened,
    press,
    openPrompt,
    /** Fills the form in for the registration fee, without a transaction ID. */
    fillIn: async () => {
      await opened.findDriver();
      await opened.choose('Payment Type', 'RF');
      await waitFor(() => expect(opened.field('Amount')).toHaveValue('200.00'));
    },
    sendTo: async (number = '024 123 4567') => {
      await openPrompt();
      await opened.fill('MoMo number', number);
      await press('Send the prompt');
    },
    prompts: () => opened.calls.filter(({ path }) => path === ASK),
    /** The person returns to the page, which asks at once. */
    comeBack: () => document.dispatchEvent(new Event('visibilitychange')),
  };
};

const status = () => within(screen.getByRole('region', { name: 'Pay by a prompt' })).getByRole('status');

test('a prompt is offered only where it is set up', async () => {
  await openPaymentForm({ '/site': COMPANY });
  await screen.findByRole('option', { name: 'REGISTRATION FEE' });
  expect(screen.queryByRole('button', { name: 'Send a prompt to my phone' })).toBeNull();
});

test('a prompt is asked for with the form’s fee and a number, and without a transaction ID', async () => {
  const { fillIn, sendTo, prompts } = await openForm();
  await fillIn();
  await sendTo();
  expect(await screen.findByText(APPROVE)).toBeVisible();
  expect(prompts().map(({ body }) => body)).toEqual([
    {
      car_number: 'GR 1234-20',
      driver_code: DRIVER.driver_code,
      payment_type: 'RF',
      amount: '200.00',
      payer_number: '+233241234567',
    },
  ]);
  expect(prompts()[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{16,}$/);
  expect(status()).toHaveTextContent(APPROVE);
  expect(screen.getByRole('heading', { name: 'Look at your phone' })).toHaveFocus();
});

test('a subscription’s prompt is for its month', async () => {
  const { findDriver, choose, sendTo, prompts } = await openForm();
  await findDriver();
  await choose('Payment Type', 'SS');
  await choose('Payment Month', 'DECEMBER');
  await sendTo();
  await screen.findByText(APPROVE);
  expect(prompts()[0]?.body).toMatchObject({ payment_year: 2026, payment_month: 'DECEMBER', amount: '300.00' });
});

test('a prompt for less than is missing of the price is refused at the amount, and what was typed stays', async () => {
  const message = 'The fee costs 200.00; 200.00 is missing. A prompt cannot ask for less.';
  const { fillIn, fill, field, sendTo } = await openForm({
    [ASK]: () => refusal(422, message, { code: 'refused', issues: [{ path: 'body.amount', message }] }),
  });
  await fillIn();
  await fill('Amount', '0.01');
  await sendTo();
  await expectToast(message);
  await waitFor(() => expect(field('Amount')).toHaveFocus());
  expect(field('Amount')).toHaveAccessibleDescription(message);
  expect(field('Amount')).toHaveValue('0.01');
  expect(field('MoMo number')).toHaveValue('24 123 4567');
});

test('what is missing in the form is named before anything is sent, and so is the number', async () => {
  const { findDriver, openPrompt, press, field, fill, prompts } = await openForm();
  await findDriver();
  await openPrompt();
  await press('Send the prompt');
  expect(field('MoMo number')).toHaveAccessibleDescription('Please enter the MoMo number.');
  await fill('MoMo number', '030 123 4567');
  await press('Send the prompt');
  expect(field('MoMo number')).toHaveAccessibleDescription(
    'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.',
  );
  await fill('MoMo number', '024 123 4567');
  await press('Send the prompt');
  await expectToast('Please select payment type');
  expect(field('Payment Type')).toHaveAccessibleDescription('Please select payment type');
  expect(prompts()).toEqual([]);
});

test('a prompt that is paid is confirmed, and the form is empty for another payment', async () => {
  const { answers, fillIn, sendTo, comeBack, field, press, sent } = await openForm();
  await fillIn();
  await sendTo();
  await screen.findByText(APPROVE);
  answers[LOOK] = told('paid', PAID);
  comeBack();
  const confirmation = await screen.findByRole('region', { name: 'Your payment was received' });
  for (const fact of ['GHS 200.00', 'REGISTRATION FEE', 'GR 1234-20', PAID]) {
    expect(within(confirmation).getByText(fact)).toBeVisible();
  }
  expect(field('Car Number')).toHaveValue('');
  expect(sessionStorage.getItem('banbo-prompt')).toBeNull();
  expect(sent()).toEqual([]);
  await press('Pay something else');
  expect(await screen.findByRole('button', { name: 'Send a prompt to my phone' })).toBeVisible();
});

test('a form that is for something else by then stays when the prompt is paid', async () => {
  const { answers, fillIn, sendTo, comeBack, choose, field } = await openForm();
  await fillIn();
  await sendTo();
  await screen.findByText(APPROVE);
  await choose('Payment Type', 'DP');
  answers[LOOK] = told('paid', PAID);
  comeBack();
  await screen.findByRole('region', { name: 'Your payment was received' });
  expect(field('Payment Type')).toHaveValue('DP');
});

test('a prompt that was declined says so, and can be sent again as another one', async () => {
  const { answers, fillIn, sendTo, comeBack, press, field, prompts } = await openForm();
  await fillIn();
  await sendTo();
  await screen.findByText(APPROVE);
  answers[LOOK] = told('failed', DECLINED);
  comeBack();
  expect(await screen.findByText(DECLINED)).toBeVisible();
  expect(field('MoMo number')).toHaveValue('24 123 4567');
  expect(field('Payment Type')).toHaveValue('RF');
  answers[LOOK] = told('asked', APPROVE);
  await press('Send it again');
  expect(await screen.findByText(APPROVE)).toBeVisible();
  const keys = prompts().map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

test('whoever stops waiting keeps what was typed, and nobody asks for the prompt any more', async () => {
  const { fillIn, sendTo, press, field, comeBack, calls } = await openForm();
  await fillIn();
  await sendTo();
  await screen.findByText(APPROVE);
  await press('Stop waiting');
  expect(await screen.findByRole('button', { name: 'Send a prompt to my phone' })).toBeVisible();
  expect(field('Car Number')).toHaveValue('GR 1234-20');
  expect(field('Payment Type')).toHaveValue('RF');
  const looks = () => calls.filter(({ path }) => path === LOOK).length;
  const before = looks();
  comeBack();
  await press('Send a prompt to my phone');
  await screen.findByLabelText('MoMo number');
  expect(looks()).toBe(before);
});

test('a late prompt is still asked for, and another one may be sent', async () => {
  const late =
    'The prompt on 024 *** 4567 was not approved in time. If it is approved later, the payment still counts.';
  const { fillIn, sendTo, press } = await openForm({ [LOOK]: told('late', late) });
  await fillIn();
  await sendTo();
  expect(await screen.findByText(late)).toBeVisible();
  await press('Try again');
  expect(await screen.findByRole('button', { name: 'Send the prompt' })).toBeVisible();
});

test('a reload finds the prompt that is open, with what was typed', async () => {
  const first = await openForm();
  await first.fillIn();
  await first.sendTo();
  await screen.findByText(APPROVE);
  const kept = { ...sessionStorage };
  document.body.replaceChildren();
  Object.assign(sessionStorage, kept);
  const { answers, comeBack, field } = await openForm();
  expect(await screen.findByText(APPROVE)).toBeVisible();
  expect(field('Payment Type')).toHaveValue('RF');
  answers[LOOK] = told('paid', PAID);
  comeBack();
  expect(await screen.findByRole('region', { name: 'Your payment was received' })).toHaveTextContent(PAID);
});

test('a prompt that the server does not know is forgotten', async () => {
  const kept = { reference: REFERENCE, car_number: 'GR 1-20', driver_code: 'DRV', payment_type: 'RF' };
  sessionStorage.setItem('banbo-prompt', JSON.stringify({ ...kept, amount: '1.00', payer_number: '+233241234567' }));
  await openForm({ [LOOK]: () => refusal(404, 'There is no such prompt.') });
  expect(await screen.findByRole('button', { name: 'Send the prompt' })).toBeVisible();
  expect(sessionStorage.getItem('banbo-prompt')).toBeNull();
});

test('while no answer comes the page says so and goes on asking', async () => {
  const { answers, fillIn, sendTo, comeBack } = await openForm({
    [LOOK]: () => Promise.reject(new TypeError('offline')),
  });
  await fillIn();
  await sendTo();
  await waitFor(() => expect(status()).toHaveTextContent('Our server does not answer at the moment. We keep trying.'));
  answers[LOOK] = told('asked', APPROVE);
  comeBack();
  await waitFor(() => expect(status()).toHaveTextContent(/^Approve GHS 200.00 .* PIN\.$/));
});

test('a lost answer is asked for again under the same key', async () => {
  const { answers, fillIn, sendTo, press, prompts } = await openForm({
    [ASK]: () => Promise.reject(new TypeError('offline')),
  });
  await fillIn();
  await sendTo();
  await expectToast('The server could not be reached. Check your connection and try again.');
  answers[ASK] = asked;
  await press('Send the prompt');
  await screen.findByText(APPROVE);
  const [one, other] = prompts().map(({ headers }) => headers.get('idempotency-key'));
  expect(one).toBe(other);
});

test.each([
  ['MoMo number', 'body.payer_number', 'This phone was sent a prompt already.'],
  ['Payment Type', 'body.payment_type', 'The registration fee of this driver was already paid.'],
])('a refusal stands at its field: %s', async (label, path, message) => {
  const { fillIn, sendTo, field } = await openForm({
    [ASK]: () => refusal(409, message, { code: 'conflict', issues: [{ path, message }] }),
  });
  await fillIn();
  await sendTo();
  await expectToast(message);
  expect(field(label)).toHaveAccessibleDescription(message);
  expect(field('Amount')).toHaveValue('200.00');
});

test('staff, who see the driver’s number, need not type it', async () => {
  const driver = { ...DRIVER, mobile_number: '+233241231234' };
  const { fillIn, openPrompt, field } = await openForm({ [FIND]: { ...FOUND, driver } });
  await fillIn();
  await openPrompt();
  expect(field('MoMo number')).toHaveValue('24 123 1234');
});

test('Enter in the number sends the prompt, and not the form around it', async () => {
  const { fillIn, openPrompt, fill, user, prompts, sent } = await openForm();
  await fillIn();
  await openPrompt();
  await fill('MoMo number', '024 123 4567');
  await user.keyboard('{Enter}');
  await screen.findByText(APPROVE);
  expect([prompts().length, sent().length]).toEqual([1, 0]);
  expect(toasts()).toEqual([]);
});

test('a month before the driver registered is asked about before its prompt is sent', async () => {
  const { findDriver, choose, sendTo, press, prompts } = await openForm();
  await findDriver();
  await choose('Payment Type', 'SS');
  await choose('Payment Month', 'MARCH');
  await sendTo();
  expect(await screen.findByText('Really pay for March 2026?')).toBeVisible();
  expect(prompts()).toEqual([]);
  await press('Yes, send it');
  await screen.findByText(APPROVE);
  expect(prompts()).toHaveLength(1);
});
