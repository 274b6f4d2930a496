import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { presenceAlone } from '#db/connection/presence.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { type Prompts, startPrompts } from '../../../../test/prompts/harness.ts';
import { forgetPrompts } from './follow-prompts.ts';

const PAYER = '0244123456';
const E164 = '+233244123456';

let prompts: Prompts;
let putBack: () => Promise<void>;
let look: () => Promise<void>;
let askedBefore: number;
beforeAll(async () => {
  prompts = await startPrompts();
  putBack = await keepAsIs(prompts.it);
});
beforeEach(async () => {
  await putBack();
  const { standIn, told, server } = prompts;
  askedBefore = standIn.asked().length;
  standIn.calls.clear();
  standIn.decide(E164, { kind: 'paid' });
  told.length = 0;
  look = server();
});
afterAll(() => prompts.close());

/** The prompts that MTN has accepted in this test. */
const accepted = () => prompts.standIn.asked().slice(askedBefore);

/** Looks after the prompts, and once more some seconds later. */
const lookTwice = async () => {
  await look();
  prompts.later(4);
  await look();
};

test('a prompt is sent with its fee, and is cleared as soon as the payer has approved', async () => {
  const { ask, read, standIn, paymentOf, stored, it, later } = prompts;
  standIn.decide(E164, { kind: 'ongoing' });
  const reference = await ask({ payer_number: PAYER });
  await look();
  const { id } = await stored(reference);
  expect(accepted()).toMatchObject([
    { reference, amount: '200.00', currency: 'GHS', externalId: id, payer: { partyId: '233244123456' } },
  ]);
  expect(await read(reference)).toEqual({
    status: true,
    state: 'asked',
    message: 'Approve GHS 200.00 on the phone 024 *** 3456 with your MoMo PIN.',
  });
  later(4);
  await look();
  expect((await read(reference)).state).toBe('asked');
  standIn.decide(E164, { kind: 'paid' });
  later(4);
  await look();
  const payment = await paymentOf(reference);
  expect(payment).toMatchObject({ status: 'cleared', amount: '200.00', date_of: 'transfer', is_credit: false });
  expect(await read(reference)).toEqual({
    status: true,
    state: 'paid',
    message: `Thank you. Your payment of GHS 200.00 was received and cleared. The transaction ID is ${payment.transaction_id}.`,
  });
  const transfers = await it.db.selectFrom('transfers').selectAll().execute();
  expect(transfers).toMatchObject([
    {
      ...{ id: payment.transfer_id, transaction_id: payment.transaction_id, amount: '200.00', status: 'matched' },
      ...{ source: 'prompt', mode: 'momo', payer_number: E164, captured_by: null },
    },
  ]);
  const asked = standIn.calls.get('GET /collection/v1_0/requesttopay/:reference');
  later(60);
  await look();
  expect(standIn.calls.get('GET /collection/v1_0/requesttopay/:reference'), 'an end is final').toBe(asked);
});

test.each(['silent', 'cut'] as const)(
  'a sending whose answer was lost (%s) is sent again and charges once',
  async (way) => {
    const { ask, standIn, told, paymentOf, it } = prompts;
    standIn.next('ask', way);
    const reference = await ask({ payer_number: PAYER });
    await lookTwice();
    expect(told).toHaveLength(1);
    prompts.later(4);
    await look();
    expect(accepted()).toHaveLength(1);
    expect(await paymentOf(reference)).toMatchObject({ status: 'cleared' });
    expect(await it.db.selectFrom('payments').select('id').execute()).toHaveLength(1);
  },
);

test('a server that ends before it sends leaves the prompt to the next look, which sends it once', async () => {
  const { ask, it } = prompts;
  const reference = await ask({ payer_number: PAYER });
  // A server took it and was gone.
  const until = new Date(it.clock.now.getTime() + 60_000);
  await it.db.updateTable('prompts').set({ due_at: until, attempts: 1 }).execute();
  await look();
  expect(accepted()).toEqual([]);
  prompts.later(61);
  await Promise.all([look(), prompts.server()()]);
  expect(accepted().map((one) => one.reference)).toEqual([reference]);
});

test('the prompts of a server that was killed while it asked for them go on at once', async () => {
  const { ask, server, stored, it } = prompts;
  const reference = await ask({ payer_number: PAYER });
  const killed = presenceAlone();
  // It took the prompt and was gone.
  const until = new Date(it.clock.now.getTime() + 60_000);
  await it.db.updateTable('prompts').set({ due_at: until, attempts: 1, server: killed.own }).execute();
  await server()();
  expect(accepted(), 'nobody knows that it was killed').toEqual([]);
  await server(presenceAlone())();
  expect(accepted().map((one) => one.reference)).toEqual([reference]);
  expect(await stored(reference)).toMatchObject({ state: 'asked', server: null });
});

test('a prompt that could not be sent for two minutes is not sent any more, and has failed once MTN does not know it', async () => {
  const { ask, standIn, read, later } = prompts;
  standIn.next('ask', 500, 500);
  const reference = await ask({ payer_number: PAYER });
  await lookTwice();
  later(120);
  await look();
  expect((await read(reference)).state).toBe('waiting');
  later(60);
  await look();
  expect(accepted()).toEqual([]);
  expect(await read(reference)).toEqual({
    status: true,
    state: 'failed',
    message: 'The prompt could not be sent. No money was taken. Please try again, or send the money yourself.',
  });
});

test('a prompt that was accepted though no answer ever came is found by its status', async () => {
  const { ask, standIn, later, paymentOf } = prompts;
  standIn.next('ask', 'cut');
  const reference = await ask({ payer_number: PAYER });
  await look();
  later(150);
  await look();
  expect(await paymentOf(reference)).toMatchObject({ status: 'cleared' });
  expect(accepted()).toHaveLength(1);
});

test('a request that MTN refuses has failed with its reason', async () => {
  const { ask, standIn, stored } = prompts;
  standIn.next('ask', 400);
  const reference = await ask({ payer_number: PAYER });
  await look();
  expect(await stored(reference)).toMatchObject({ state: 'failed', reason: 'INTERNAL' });
});

test('a prompt that is not approved in five minutes is told so, and counts all the same when it is paid late', async () => {
  const { ask, standIn, read, later, paymentOf } = prompts;
  standIn.decide(E164, { kind: 'ongoing' });
  const reference = await ask({ payer_number: PAYER });
  await lookTwice();
  later(300);
  await look();
  expect(await read(reference)).toEqual({
    status: true,
    state: 'late',
    message: 'The prompt on 024 *** 3456 was not approved in time. If it is approved later, the payment still counts.',
  });
  later(20 * 3_600);
  standIn.decide(E164, { kind: 'paid' });
  await look();
  expect(await paymentOf(reference)).toMatchObject({ status: 'cleared' });
});

test('a prompt is asked about less and less often, and given up after a day for staff to look into', async () => {
  const { ask, standIn, read, later, told } = prompts;
  standIn.decide(E164, { kind: 'ongoing' });
  const reference = await ask({ payer_number: PAYER });
  const asked = () => standIn.calls.get('GET /collection/v1_0/requesttopay/:reference') ?? 0;
  const during = async (seconds: number, step: number) => {
    const before = asked();
    for (let passed = 0; passed < seconds; passed += step) {
      later(step);
      await look();
    }
    return asked() - before;
  };
  await look();
  expect(await during(60, 5)).toBe(12);
  expect(await during(300, 10)).toBe(30);
  expect(await during(3_600, 60)).toBeLessThanOrEqual(30);
  expect(await during(22 * 3_600, 600)).toBeLessThanOrEqual(45);
  expect(told).toEqual([]);
  later(3_600);
  await look();
  expect(await read(reference)).toEqual({
    status: true,
    state: 'unknown',
    message:
      'MTN did not tell us whether this was paid. Please check your MoMo messages: if money left your account, contact us with its transaction ID.',
  });
  expect(told).toEqual(['a prompt was given up after a day without knowing whether it was paid']);
});

test('a status that does not come, or that cannot be read, ends nothing', async () => {
  const { ask, standIn, stored, paymentOf, later } = prompts;
  const reference = await ask({ payer_number: PAYER });
  await look();
  for (const trouble of ['silent', 'cut', 500, 404, 429, 200] as const) {
    standIn.next('status', trouble);
    later(4);
    await look();
    expect((await stored(reference)).state).toBe('asked');
  }
  later(4);
  await look();
  expect(await paymentOf(reference)).toMatchObject({ status: 'cleared' });
});

test('several servers look after a prompt once, and it is paid once', async () => {
  const { ask, standIn, server, it, later } = prompts;
  const references = [];
  for (let count = 0; count < 12; count += 1) references.push(await ask());
  const servers = [server(), server(), server()];
  await Promise.all(servers.map((one) => one()));
  expect(
    accepted()
      .map((one) => one.reference)
      .sort(),
  ).toEqual(references.sort());
  expect(standIn.calls.get('POST /collection/v1_0/requesttopay')).toBe(12);
  later(4);
  await Promise.all(servers.map((one) => one()));
  expect(standIn.calls.get('GET /collection/v1_0/requesttopay/:reference')).toBe(12);
  const paid = await it.db.selectFrom('payments').select('status').execute();
  expect(paid.map(({ status }) => status)).toEqual(Array(12).fill('cleared'));
});

test('a prompt that failed is forgotten after three months, and one that was paid is not', async () => {
  const { ask, standIn, it, later } = prompts;
  standIn.decide(E164, { kind: 'failed', reason: 'EXPIRED' });
  await ask({ payer_number: PAYER });
  const paid = await ask();
  await lookTwice();
  const left = async () =>
    (await it.db.selectFrom('prompts').select('reference').execute()).map((one) => one.reference);
  later(89 * 86_400);
  await forgetPrompts(it.db, it.clock.now);
  expect(await left()).toHaveLength(2);
  later(2 * 86_400);
  await forgetPrompts(it.db, it.clock.now);
  expect(await left()).toEqual([paid]);
});
