import { NO_RECEIPT } from '@banbo/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { textReceipts } from '#domains/payments';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { buildPrompt } from '../../../../test/builders/prompts.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { monthOf, rowOf } from '../../../../test/desk/harness.ts';
import { removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { settlePrompt } from '../prompts/follow-prompts.ts';

const ORIGIN = 'http://localhost:80';
let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: ORIGIN });
  clerk = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = clerk.headers) => {
  const answer = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json(), raw: answer };
};
const receiptOf = (payment: string) =>
  it.db.selectFrom('receipts').selectAll().where('subject_id', '=', payment).executeTakeFirstOrThrow();
const clerkName = async (): Promise<string> => {
  const { first_name, last_name } = await it.db
    .selectFrom('staff_users')
    .select(['first_name', 'last_name'])
    .where('account_id', '=', clerk.id)
    .executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`;
};

/** Receives cash for a driver's registration fee and a month. */
const receiveBoth = async () => {
  const { driver } = await buildDriver(it);
  const payments = [rowOf(driver), monthOf(driver, 'NOVEMBER')];
  const { status, body } = await send('POST', '/payments/receive', { mode: 'cash', amount: '500.00', payments });
  expect(status, body.message).toBe(201);
  return { driver, ids: body.payment_ids as string[] };
};

const print = async (ids: readonly string[], headers = clerk.headers) => {
  const answer = await it.app.inject({ url: `/api/print_receipts?payment_ids=${ids.join()}`, headers });
  if (answer.statusCode !== 200) return { status: answer.statusCode, message: answer.json().message };
  const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(pdf, { mergePages: true });
  return { status: 200, pages: pdf.numPages, text: text.replace(/\s+/g, ' ') };
};

const textThem = (ids: readonly string[]) => send('POST', '/text_receipts', { payment_ids: ids });
/** The texts to a driver besides the welcome. */
const textsTo = async ({ mobile_number }: { mobile_number: string | null }) => {
  const rows = it.db.selectFrom('outbox_messages').select('body').where('recipient', '=', mobile_number);
  return (await rows.orderBy('id').execute()).filter(({ body }) => !body.includes('welcome. Your driver code'));
};

test('a receipt names who received the money: a person, a prompt, a statement, or the server', async () => {
  const { ids } = await receiveBoth();
  const name = await clerkName();
  expect((await receiptOf(ids[0] ?? '')).received_by).toBe(name);

  const claimed = async () => {
    const transaction_id = nextTransactionId();
    const { driver } = await buildDriver(it);
    return { transaction_id, id: await buildPayment(it, submissionOf(driver, { transaction_id })) };
  };
  const captured = await claimed();
  const { body } = await send('POST', '/payments/capture_momo', {
    transaction_id: captured.transaction_id,
    mobile_number: '',
    amount: '200.00',
  });
  expect(body).toMatchObject({ result: 'cleared', payment_ids: [captured.id] });
  expect((await receiptOf(captured.id)).received_by).toBe(name);

  const onStatement = await claimed();
  await buildTransfer(it, { transaction_id: onStatement.transaction_id, source: 'statement' });
  expect((await receiptOf(onStatement.id)).received_by).toBe('From a statement');

  const { driver } = await buildDriver(it);
  const reference = await buildPrompt(it, driver, '0244123456');
  const prompt = await it.db
    .selectFrom('prompts')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  await settlePrompt(it.db, prompt.id, { transactionId: nextTransactionId(), amount: '200.00' }, it.clock.now);
  const { payment_id } = await it.db
    .selectFrom('prompts')
    .select('payment_id')
    .where('id', '=', prompt.id)
    .executeTakeFirstOrThrow();
  expect((await receiptOf(payment_id ?? '')).received_by).toBe('By prompt');

  const { driver: payer } = await buildDriver(it);
  const byServer = await buildPayment(it, submissionOf(payer), 'cleared');
  expect((await receiptOf(byServer)).received_by).toBe('Cleared automatically');
});

test('TIN, taxes and price are those of the moment, whatever is set later', async () => {
  const admin = await buildCaller(it, 'SuperAdmin');
  const setting = async (fields: object) => {
    const { versions } = (await send('GET', '/site/settings', undefined, admin.headers)).body;
    const seen = Object.fromEntries(Object.keys(fields).map((field) => [field, versions[field]]));
    const { status } = await send('PATCH', '/site/settings', { ...fields, versions: seen }, admin.headers);
    expect(status).toBe(200);
    it.clock.now = new Date(it.clock.now.getTime() + 5_000);
  };
  onTestFinished(() => setting({ tin: '', taxes: [] }));
  const { ids: before } = await receiveBoth();
  const taxes = [
    { name: 'VAT', rate: '15' },
    { name: 'NHIL', rate: '2.5' },
  ];
  await setting({ tin: 'C0001234567', taxes });
  const { ids } = await receiveBoth();
  await setting({ tin: 'C0009999999', taxes: [{ name: 'VAT', rate: '20' }] });
  const { amount_due } = await it.db
    .selectFrom('payments')
    .select('amount_due')
    .where('id', '=', ids[1] ?? '')
    .executeTakeFirstOrThrow();
  expect(await receiptOf(ids[1] ?? '')).toMatchObject({
    tin: 'C0001234567',
    price: amount_due,
    taxes: [
      { name: 'VAT', rate: '15', amount: '38.30' },
      { name: 'NHIL', rate: '2.5', amount: '6.38' },
    ],
  });
  const { text } = await print([ids[1] ?? '']);
  for (const words of ['TIN C0001234567', 'VAT 15%', '38.30', 'NHIL 2.5%', '6.38', 'Before taxes', '255.32']) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('C0009999999');
  expect(await receiptOf(before[0] ?? '')).toMatchObject({ tin: null, taxes: [] });
  expect((await print([before[0] ?? ''])).text).not.toMatch(/TIN|Before taxes/);
});

test('the receipts of one transfer are printed together, each on a page as wide as a roll', async () => {
  const { driver, ids } = await receiveBoth();
  const { pages, text } = await print(ids);
  expect(pages).toBe(2);
  for (const id of ids) expect(text).toContain(`Receipt R${(await receiptOf(id)).number.padStart(6, '0')}`);
  for (const words of [driver.car_number, await clerkName(), 'Price GHS', 'Is this receipt genuine?'])
    expect(text).toContain(words);
});

test('what has no receipt is not printed or texted, nor for whoever takes no money', async () => {
  const { driver, ids } = await receiveBoth();
  const waiting = await buildPayment(it, { ...submissionOf(driver), payment_type: 'DP', amount: '1500.00' });
  for (const asked of [[waiting], [...ids, waiting], ['987654321']]) {
    expect(await print(asked)).toEqual({ status: 404, message: NO_RECEIPT });
    expect(await textThem(asked)).toMatchObject({ status: 404, body: { message: NO_RECEIPT } });
  }
  expect((await print(['x'])).status).toBe(400);
  const { headers } = await buildCaller(it, 'Legal');
  expect((await print(ids, headers)).status).toBe(403);
  expect((await send('POST', '/text_receipts', { payment_ids: ids }, headers)).status).toBe(403);
});

test('receipts are texted in one step as one text, and not again by hand or by the job', async () => {
  const { driver, ids } = await receiveBoth();
  const first = await textThem(ids);
  expect(first.body.message).toMatch(/^The receipts will be texted to 0\d\d \d{3} \d{4}\.$/);
  await textReceipts(it.db, { linksTo: ORIGIN, now: it.clock.now });
  expect((await textThem(ids)).body.message).toBe('The receipts were already texted on 20 Nov 2026, 10:00.');
  expect((await textThem(ids.slice(0, 1))).body.message).toMatch(/^The receipt was already texted on/);
  const sent = await textsTo(driver);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toContain('we received GHS 500.00');
});

test('twenty presses and the job at once text once', async () => {
  const { driver, ids } = await receiveBoth();
  const presses = Array.from({ length: 20 }, (_, n) =>
    n % 5 === 0 ? textReceipts(it.db, { linksTo: ORIGIN, now: it.clock.now }) : textThem(ids),
  );
  await Promise.all(presses);
  const told = (await textsTo(driver)).reduce((sum, { body }) => sum + (body.includes('GHS 500.00') ? 2 : 1), 0);
  expect(told).toBe(2);
  const numbers = await Promise.all(ids.map(async (id) => (await receiptOf(id)).number));
  const left = it.db.selectFrom('receipts_to_text').selectAll().where('number', 'in', numbers);
  expect(await left.execute()).toEqual([]);
});

test('a void receipt and that of a removed driver are not texted, in a sentence', async () => {
  const { driver } = await buildDriver(it);
  const reversed = await buildPayment(it, submissionOf(driver), 'cleared');
  await changePayment(it, reversed, 'reverse', 'The transfer bounced.');
  expect(await textThem([reversed])).toMatchObject({ status: 409, body: { message: expect.stringContaining('void') } });
  const { driver: removed, ids } = await receiveBoth();
  await removeDriver(it, (await buildCaller(it, 'SuperAdmin')).headers, removed.id);
  expect(await textThem(ids)).toMatchObject({
    status: 409,
    body: { message: 'The driver is no longer registered, or no number is known, so nobody is texted.' },
  });
  for (const nobody of [driver, removed]) expect(await textsTo(nobody)).toEqual([]);
});

test('where the server’s address is not known, the text has the receipt’s code', async () => {
  const shared = { it, clerk };
  it = await startApp();
  onTestFinished(async () => {
    await it.close();
    ({ it, clerk } = shared);
  });
  clerk = await buildCaller(it, 'SuperUser');
  const { driver, ids } = await receiveBoth();
  await textThem(ids.slice(0, 1));
  const { code, number } = await receiptOf(ids[0] ?? '');
  const [sent] = await textsTo(driver);
  expect(sent?.body).toContain(`R${number.padStart(6, '0')}`);
  expect(sent?.body).toContain(code.match(/.{4}/g)?.join('-'));
});
