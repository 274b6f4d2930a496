import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextPayer, type Prompts, startPrompts } from '../../../../test/prompts/harness.ts';

let prompts: Prompts;
let look: () => Promise<void>;
beforeAll(async () => {
  prompts = await startPrompts();
  look = prompts.server();
});
afterAll(() => prompts.close());

const NONE = 'No money was taken.';
test.each([
  [
    'PAYER_NOT_FOUND',
    `This number has no MTN MoMo account. ${NONE} Please check the number, or send the money yourself.`,
  ],
  ['NOT_ENOUGH_FUNDS', `There is not enough money in this MoMo account. ${NONE}`],
  [
    'PAYER_LIMIT_REACHED',
    `This MoMo account has reached its limit of payments. ${NONE} Please pay from another account, or tomorrow.`,
  ],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', `Our account cannot take this payment just now. ${NONE} Please contact us.`],
  ['REJECTED', `The prompt was declined on the phone. ${NONE}`],
  ['APPROVAL_REJECTED', `The prompt was declined on the phone. ${NONE}`],
  ['EXPIRED', `The prompt was not approved in time. ${NONE} Send it again when the phone is at hand.`],
  [
    'COULD_NOT_PERFORM_TRANSACTION',
    `The prompt was not approved in time. ${NONE} Send it again when the phone is at hand.`,
  ],
  [
    'NOT_ALLOWED',
    `This MoMo account may not make this payment. ${NONE} Please send the money yourself, or contact us.`,
  ],
  [
    'NOT_ALLOWED_TARGET_ENVIRONMENT',
    `Prompts do not work here just now. ${NONE} Please send the money yourself, or contact us.`,
  ],
  ['INVALID_CURRENCY', `Prompts do not work here just now. ${NONE} Please send the money yourself, or contact us.`],
  ['SERVICE_UNAVAILABLE', `MTN could not carry out the payment just now. ${NONE} Please try again in a little while.`],
  [
    'INTERNAL_PROCESSING_ERROR',
    `MTN could not carry out the payment just now. ${NONE} Please try again in a little while.`,
  ],
  ['A_REASON_OF_TOMORROW', `MTN did not carry out the payment. ${NONE} Please try again, or send the money yourself.`],
])('a payment that failed for %s is told in words, and leaves no payment', async (reason, message) => {
  const { ask, read, standIn, stored, it, later } = prompts;
  const payer_number = nextPayer();
  standIn.decide(payer_number.replace('0', '+233'), { kind: 'failed', reason });
  const reference = await ask({ payer_number });
  await look();
  later(4);
  await look();
  expect(await read(reference)).toEqual({ status: true, state: 'failed', message });
  expect(await stored(reference)).toMatchObject({ state: 'failed', reason, payment_id: null });
  expect(await it.db.selectFrom('payments').select('id').execute()).toEqual([]);
  expect(await it.db.selectFrom('transfers').select('id').execute()).toEqual([]);
});
