import { UNKNOWN_RECEIPT_CODE } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maskName } from '#lib/mask-name.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

let address = 0;
const verify = (code: string) => {
  address += 1;
  return it.app.inject({
    url: `/api/verify_receipt/${encodeURIComponent(code)}`,
    remoteAddress: `10.7.${address >> 8}.${address & 255}`,
  });
};

const cleared = async () => {
  const { driver } = await buildDriver(it, { first_name: 'Kwame', last_name: 'Ɔhene' });
  const payment = await buildPayment(it, submissionOf(driver, { amount: '1250.50' }), 'cleared');
  const receipt = await it.db
    .selectFrom('receipts')
    .selectAll()
    .where('subject_id', '=', payment)
    .executeTakeFirstOrThrow();
  return { driver, payment, receipt };
};

test('whoever holds a receipt learns number, day, amount and a part of the name, and nothing else', async () => {
  const { receipt } = await cleared();
  const answer = await verify(receipt.code);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    number: `R${receipt.number.padStart(6, '0')}`,
    paid_on: '2026-11-20',
    amount: '1250.50',
    payer: 'KWAME Ɔ.',
    is_void: false,
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a code is known as it is printed, and as it is misread', async () => {
  const { receipt } = await cleared();
  const [typed, misread] = [
    receipt.code.match(/.{4}/g)?.join('-').toLowerCase() ?? '',
    receipt.code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const code of [typed, misread]) expect((await verify(code)).json()).toMatchObject({ payer: 'KWAME Ɔ.' });
});

test('a receipt whose payment was reversed is void to everybody', async () => {
  const { payment, receipt } = await cleared();
  await changePayment(it, payment, 'reverse', 'The transfer bounced.');
  const answer = await verify(receipt.code);
  expect(answer.json()).toMatchObject({ is_void: true });
  expect(answer.body).not.toContain('bounced');
});

test('a code that no receipt has is not found, in a sentence, and so are number and ID of one', async () => {
  const { receipt } = await cleared();
  const strange = ['7Q2MXK4D9H3BZT10', 'U'.repeat(16), '%', 'a b', receipt.number, receipt.transaction_id];
  for (const code of strange) {
    const answer = await verify(code);
    expect([answer.statusCode, answer.json().message], code).toEqual([404, UNKNOWN_RECEIPT_CODE]);
  }
});

test('whoever tries codes is held off', async () => {
  it.atOneServer('an address has so many calls at each server');
  const tries = Array.from({ length: 70 }, (_, n) =>
    it.app.inject({ url: `/api/verify_receipt/7Q2MXK4D9H3BZT${10 + n}`, remoteAddress: '10.8.0.1' }),
  );
  const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 404)).toHaveLength(60);
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
});

test('a name of one word is its first letter', () => {
  expect(maskName('MADONNA')).toBe('M.');
  expect(maskName('  AMA   MENSAH ')).toBe('AMA M.');
});
