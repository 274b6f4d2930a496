import { NO_RECEIPT } from '@banbo/contract';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { transitionPayments } from '../index.ts';

let it: TestApp;
let staff: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost:80' });
  staff = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const receiptOf = (payment: string) =>
  it.db.selectFrom('receipts').selectAll().where('subject_id', '=', payment).executeTakeFirst();
const get = (url: string, headers: Record<string, string> = staff) => it.app.inject({ url: `/api${url}`, headers });

const readPdf = async (bytes: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  const { info } = await getMeta(pdf);
  return { pages: pdf.numPages, text: text.replace(/\s+/g, ' '), title: info?.Title };
};

test('clearing issues a receipt of the fee and of the credit that is over; a claim and a rejection have none', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Kwame', last_name: 'Owusu', plan: 'monthly' });
  const fee = await buildPayment(it, submissionOf(driver, { amount: '250.50' }), 'cleared');
  const month = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  const waiting = await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER'));
  const rejected = await buildPayment(it, subscriptionOf(driver, 2026, 'OCTOBER'), 'rejected');
  expect(await receiptOf(fee)).toMatchObject({
    amount: '250.50',
    payer_name: 'KWAME OWUSU',
    payer_details: `Car ${driver.car_number}, driver code ${driver.driver_code}`,
    mode: 'momo',
    lines: [
      { text: 'REGISTRATION FEE', amount: '200.00' },
      { text: 'Credit', amount: '50.50' },
    ],
  });
  expect((await receiptOf(month))?.lines).toEqual([{ text: 'MONTHLY SUBSCRIPTION, November 2026', amount: '300.00' }]);
  expect([await receiptOf(waiting), await receiptOf(rejected)]).toEqual([undefined, undefined]);
});

test('a payment below its price has a receipt that says what it is held for and what is missing', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const below = await buildPayment(it, submissionOf(driver, { amount: '120.00' }), 'cleared');
  const rest = await buildPayment(it, submissionOf(driver, { amount: '80.00' }), 'cleared');
  const again = await buildPayment(it, subscriptionOf(driver, 2026, 'MAY'));
  await changePayment(it, again, 'credit');
  const held = 'Held towards REGISTRATION FEE; 80.00 is missing';
  expect((await receiptOf(below))?.lines).toEqual([{ text: held, amount: '120.00' }]);
  const whole = 'REGISTRATION FEE, paid with what was held towards it';
  expect((await receiptOf(rest))?.lines).toEqual([{ text: whole, amount: '80.00' }]);
  expect(await receiptOf(again)).toMatchObject({ amount: '300.00', lines: [{ text: 'Credit', amount: '300.00' }] });
});

test('a month to come of which the parts come to the price is held, and not said to be paid', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER', { amount: '150.00' }), 'cleared');
  const rest = await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER', { amount: '150.00' }), 'cleared');
  const text = 'Held towards MONTHLY SUBSCRIPTION, December 2026; nothing is missing';
  expect((await receiptOf(rest))?.lines).toEqual([{ text, amount: '150.00' }]);
});

test('reversing makes the receipt void with the reason, and nothing else does', async () => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver), 'cleared');
  await expect(changePayment(it, payment, 'reject', 'No')).rejects.toMatchObject({ code: 'conflict' });
  expect(await receiptOf(payment)).toMatchObject({ status: 'issued' });
  await changePayment(it, payment, 'reverse', 'The transfer bounced.');
  expect(await receiptOf(payment)).toMatchObject({ status: 'void', void_reason: 'The transfer bounced.' });
});

test('fifty clearings of one claim at once issue one receipt', async () => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver));
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => changePayment(it, payment, 'clear')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { count } = await it.db
    .selectFrom('receipts')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subject_id', '=', payment)
    .executeTakeFirstOrThrow();
  expect(count).toBe('1');
});

test('claims that are cleared together have receipts in the order of the claims', async () => {
  const { driver } = await buildDriver(it);
  const ids = [
    await buildPayment(it, submissionOf(driver)),
    await buildPayment(it, subscriptionOf(driver, 2026, 'MAY')),
  ];
  await it.db
    .transaction()
    .execute((tx) => transitionPayments(tx, { ids: ids.toReversed(), change: 'clear', by: null, now: it.clock.now }));
  const [first, second] = await Promise.all(ids.map(receiptOf));
  expect(Number(second?.number)).toBe(Number(first?.number) + 1);
});

test('the PDF says number, payer, lines, amount and code, also in letters of Twi', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ɔkɛ', last_name: 'Mensah' });
  const payment = await buildPayment(it, submissionOf(driver, { amount: '1250.50' }), 'cleared');
  const receipt = await receiptOf(payment);
  const number = `R${receipt?.number.padStart(6, '0')}`;
  const answer = await get(`/payment_receipts/${payment}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="receipt-${number}.pdf"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const { pages, text, title } = await readPdf(answer.rawPayload);
  expect(pages).toBe(1);
  expect(title).toBe(`Receipt ${number} - Banbo Driver Safety`);
  const said = [
    `Receipt ${number}`,
    'GHS 1,250.50',
    'ƆKƐ MENSAH',
    driver.car_number,
    driver.driver_code,
    receipt?.transaction_id,
    'MoMo',
    'REGISTRATION FEE',
    '200.00',
    'Credit',
    '1,050.50',
    receipt?.code.match(/.{4}/g)?.join('-'),
    'localhost/receipt/',
  ];
  for (const words of said) expect(text).toContain(words);
  expect(text).not.toContain('VOID');
  expect((await get(`/receipts/${receipt?.number}/pdf`)).headers['content-disposition']).toContain(number);
});

test('the PDF of a void receipt says so, and why', async () => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver), 'reversed', 'The transfer bounced.');
  const { text, pages } = await readPdf((await get(`/payment_receipts/${payment}`)).rawPayload);
  expect(text).toContain('VOID since');
  expect(text).toContain('The transfer bounced.');
  expect(pages).toBe(1);
});

test('a payment without a receipt is not found, in a sentence', async () => {
  const { driver } = await buildDriver(it);
  const waiting = await buildPayment(it, submissionOf(driver));
  for (const url of [`/payment_receipts/${waiting}`, '/payment_receipts/987654321', '/receipts/987654321/pdf']) {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().message]).toEqual([404, NO_RECEIPT]);
  }
});

test('a member gets their own receipts, and another’s is not there', async () => {
  const [own, other] = [await buildMember(it), await buildMember(it)];
  const { car_number, driver_code } = own;
  const member = await signIn(it, 'member_login', { car_number, driver_code });
  const mine = await buildPayment(it, submissionOf(own), 'cleared');
  const theirs = await buildPayment(it, submissionOf(other), 'cleared');
  const waiting = await buildPayment(it, subscriptionOf(own, 2026, 'MAY'));
  const { text } = await readPdf((await get(`/member/receipts/${mine}/pdf`, member)).rawPayload);
  expect(text).toContain(driver_code);
  const absent = await get('/member/receipts/987654321/pdf', member);
  for (const payment of [theirs, waiting]) {
    const answer = await get(`/member/receipts/${payment}/pdf`, member);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().message).toBe(absent.json().message);
  }
  const number = (await receiptOf(theirs))?.number;
  for (const url of [`/receipts/${number}/pdf`, `/payment_receipts/${theirs}`, '/receipts']) {
    expect((await get(url, member)).statusCode).toBe(403);
  }
  expect((await get(`/member/receipts/${mine}/pdf`, staff)).statusCode).toBe(403);
  expect((await get(`/member/receipts/${mine}/pdf`, {})).statusCode).toBe(401);
});

test('staff find a receipt by its number and by its transaction ID', async () => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver, { transaction_id: '99576386182' }), 'cleared');
  const receipt = await receiptOf(payment);
  const number = receipt?.number ?? '';
  for (const search of [`R${number.padStart(6, '0')}`, number, '99576386182', '0099576386182']) {
    const rows = (await get(`/receipts?search=${search}`)).json();
    expect(
      rows.map(({ id }: { id: string }) => id),
      search,
    ).toEqual([number]);
  }
  expect((await get(`/receipts?search=99576386182&status=void`)).json()).toEqual([]);
  expect((await get('/receipts?search=nobody')).json()).toEqual([]);
});
