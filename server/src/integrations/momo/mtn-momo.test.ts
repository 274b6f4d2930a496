import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { deadlinesOf } from '../../../test/prompts/deadlines.ts';
import { readConfig } from '../../config.ts';
import { mtnMomo } from './mtn-momo.ts';
import { openMomo } from './open-momo.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const opened: StandIn[] = [];
afterEach(async () => {
  for (const standIn of opened.splice(0)) await standIn.close();
});

/** The API as a stand-in answers it, with a clock to set; `changed` replaces some settings. */
const onStandIn = async (options: Parameters<typeof startStandIn>[0] = {}, changed: Record<string, string> = {}) => {
  const standIn = await startStandIn(options);
  opened.push(standIn);
  const { MOMO_URL = '', MOMO_USER = '', MOMO_KEY = '', MOMO_SUBSCRIPTION = '' } = { ...standIn.settings, ...changed };
  const clock = { now: 0 };
  const momo = mtnMomo(
    {
      ...{ url: MOMO_URL, user: MOMO_USER, key: MOMO_KEY, subscription: MOMO_SUBSCRIPTION },
      ...{ environment: 'mtnghana', currency: 'GHS' },
    },
    { deadline: deadlinesOf(standIn), now: () => clock.now },
  );
  return { standIn, momo, clock };
};

const prompt = (given: object = {}) => ({
  reference: randomUUID(),
  amount: '300.00',
  payer: '+233241234567',
  externalId: '17',
  message: 'Banbo subscription',
  ...given,
});

const TOKEN = 'POST /collection/token/';

test('a request to pay has its reference, its amount as text, and the payer without the plus', async () => {
  const { standIn, momo } = await onStandIn();
  const asked = prompt();
  expect(await momo.ask(asked)).toEqual({ kind: 'accepted' });
  expect(standIn.asked()).toEqual([
    {
      reference: asked.reference,
      amount: '300.00',
      currency: 'GHS',
      externalId: '17',
      payer: { partyIdType: 'MSISDN', partyId: '233241234567' },
      payerMessage: 'Banbo subscription',
      payeeNote: 'Banbo subscription',
    },
  ]);
});

test('a reference that was used before is told apart, and asks nobody again', async () => {
  const { standIn, momo } = await onStandIn();
  const asked = prompt();
  await momo.ask(asked);
  expect(await momo.ask(asked)).toEqual({ kind: 'repeated' });
  expect(standIn.asked()).toHaveLength(1);
});

test('a status is that of its reference: pending, paid, failed, or of no request', async () => {
  const { standIn, momo } = await onStandIn();
  const asked = prompt();
  expect(await momo.statusOf(asked.reference)).toEqual({ kind: 'absent' });
  await momo.ask(asked);
  standIn.decide(asked.payer, { kind: 'ongoing' });
  expect(await momo.statusOf(asked.reference)).toEqual({ kind: 'pending' });
  standIn.decide(asked.payer, { kind: 'failed', reason: 'NOT_ENOUGH_FUNDS' });
  expect(await momo.statusOf(asked.reference)).toEqual({ kind: 'failed', reason: 'NOT_ENOUGH_FUNDS' });
  standIn.decide(asked.payer, { kind: 'paid' });
  expect(await momo.statusOf(asked.reference)).toEqual({
    kind: 'paid',
    transactionId: expect.stringMatching(/^\d{11}$/),
    amount: '300.00',
  });
});

test.each([
  ['450', { kind: 'failed', reason: 'NOT_ENOUGH_FUNDS' }],
  ['451', { kind: 'failed', reason: 'APPROVAL_REJECTED' }],
  ['452', { kind: 'failed', reason: 'EXPIRED' }],
  ['453', { kind: 'pending' }],
  ['454', { kind: 'paid' }],
  ['455', { kind: 'paid' }],
])('a payer whose number ends with %s decides the stand-in’s outcome', async (end, outcome) => {
  const { momo } = await onStandIn();
  const asked = prompt({ payer: `+233244123${end}` });
  await momo.ask(asked);
  expect(await momo.statusOf(asked.reference)).toMatchObject(outcome);
});

test('one token serves all calls until a minute before its end', async () => {
  const { standIn, momo, clock } = await onStandIn({ tokenSeconds: 600 });
  await Promise.all([momo.ask(prompt()), momo.ask(prompt()), momo.ask(prompt())]);
  clock.now = 539_000;
  await momo.ask(prompt());
  expect(standIn.calls.get(TOKEN)).toBe(1);
  clock.now = 540_000;
  await momo.ask(prompt());
  expect(standIn.calls.get(TOKEN)).toBe(2);
});

test('a token that is not accepted any more is replaced, once a call', async () => {
  const { standIn, momo } = await onStandIn();
  await momo.ask(prompt());
  standIn.endTokens();
  expect(await momo.ask(prompt())).toEqual({ kind: 'accepted' });
  expect(standIn.calls.get(TOKEN)).toBe(2);
});

test('an answer that is late, lost or a failure is an error, and names no secret', async () => {
  const { standIn, momo } = await onStandIn();
  const ways = [
    ['silent', 'MTN did not answer in time'],
    ['cut', 'MTN could not be reached'],
    [500, 'MTN answered 500 to a request to pay'],
    [429, 'MTN answered 429 to a request to pay'],
  ] as const;
  for (const [way, words] of ways) {
    standIn.next('ask', way);
    await expect(momo.ask(prompt())).rejects.toThrow(words);
  }
  standIn.next('status', 503);
  await expect(momo.statusOf(randomUUID())).rejects.toThrow('MTN answered 503 to a question for a status');
  standIn.next('ask', 'cut');
  const error = await momo.ask(prompt()).catch((thrown: Error) => thrown);
  const { MOMO_KEY = '', MOMO_SUBSCRIPTION = '' } = standIn.settings;
  for (const secret of [MOMO_KEY, MOMO_SUBSCRIPTION, '233241234567']) {
    expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toContain(secret);
  }
});

test('a request whose answer was lost was accepted, and a repeat of it charges nobody twice', async () => {
  const { standIn, momo } = await onStandIn();
  for (const lost of ['silent', 'cut'] as const) {
    standIn.next('ask', lost);
    const asked = prompt();
    await expect(momo.ask(asked)).rejects.toThrow('MTN');
    expect(await momo.ask(asked)).toEqual({ kind: 'repeated' });
    expect(standIn.asked().filter(({ reference }) => reference === asked.reference)).toHaveLength(1);
  }
});

test('wrong credentials are an error of ours, not of the request', async () => {
  const { standIn, momo } = await onStandIn({}, { MOMO_KEY: 'another' });
  await expect(momo.ask(prompt())).rejects.toThrow('MTN answered 401 to the request for a token');
  expect(standIn.asked()).toEqual([]);
});

test('a request that is refused says why', async () => {
  const { momo } = await onStandIn();
  expect(await momo.ask(prompt({ reference: 'no uuid' }))).toEqual({ kind: 'refused', reason: 'INVALID_REFERENCE' });
});

test('prompts are off until they are set up', async () => {
  expect(openMomo(readConfig({}))).toBeNull();
  const { standIn } = await onStandIn();
  const momo = openMomo(readConfig(standIn.settings));
  expect(await momo?.ask(prompt())).toEqual({ kind: 'accepted' });
});
