import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { postedJournal } from '../../../../test/builders/books.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { closeLedgerMonth } from '../../ledger/index.ts';
import { hasJournalsToPropose, proposeJournals } from './repeat-journals.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let writer: Caller;
/** An amount by which the present test knows its own journals. */
let amount: string;
let tests = 0;
const begin = async (): Promise<void> => {
  tests += 1;
  amount = `${900 + tests}.00`;
  it.clock.now = new Date('2026-11-20T12:00:00Z');
  writer = await buildCaller(it, 'Accounts');
};

let key = 0;
const send = async (method: 'GET' | 'POST', path: string, payload?: object, { headers }: Caller = writer) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `repeat-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

const repeat = (id: string, given: object, by = writer) => send('POST', `/journals/${id}/repeat`, given, by);
const posted = () => postedJournal(it, writer.headers, { amount });
const numberOf = async (id: string): Promise<string> => (await send('GET', `/journals/${id}`)).body.number;
/** The repeats of a journal. */
const rows = async (journal: string) => {
  const { body } = await send('GET', '/repeated_journals');
  return body.filter(({ number }: { number: string }) => number === journal);
};
const ownDrafts = async () => {
  const { body } = await send('GET', '/journals?status=draft&sort=day');
  return body.filter((draft: { amount: string }) => draft.amount === amount);
};
const drafts = async () =>
  (await ownDrafts()).map(({ day, kind, description }: Record<string, string>) => [day, kind, description]);

/** Lets a server run its job on a day, by which the writer's session has ended. */
const runOn = async (day: string): Promise<void> => {
  it.clock.now = new Date(`${day}T08:00:00Z`);
  await proposeJournals(it.db, it.clock.now);
  writer = await buildCaller(it, 'Accounts');
};

describe('on books with other journals', () => {
  beforeAll(async () => {
    it = await startApp();
  });
  beforeEach(begin);
  afterAll(() => it.close());

  test('a posted journal is proposed again each month as a draft, once each', async () => {
    const id = await posted();
    expect(await repeat(id, { day_of_month: 1 })).toMatchObject({
      status: 201,
      body: { message: `${await numberOf(id)} will be proposed again on 1 Dec 2026.` },
    });
    expect(await hasJournalsToPropose(it.db, it.clock.now)).toBe(false);
    await runOn('2026-11-30');
    expect(await drafts()).toEqual([]);
    await Promise.all([runOn('2026-12-01'), runOn('2026-12-01')]);
    const one = ['recurring', 'Rent of the office'];
    expect(await drafts()).toEqual([['2026-12-01', ...one]]);
    await runOn('2026-12-31');
    expect(await drafts()).toHaveLength(1);
    // No server ran for two months.
    await runOn('2027-02-10');
    expect(await drafts()).toEqual([
      ['2026-12-01', ...one],
      ['2027-01-01', ...one],
      ['2027-02-01', ...one],
    ]);
  });

  test('a proposed draft is of the hand of whoever repeats the journal', async () => {
    const { id: maker } = writer;
    await repeat(await posted(), { day_of_month: 1 });
    await runOn('2026-12-01');
    const [draft] = await ownDrafts();
    const hands = it.db.selectFrom('hands').select(['account_id', 'what']).where('subject_kind', '=', 'journal');
    expect(await hands.where('subject_id', '=', draft.id).execute()).toEqual([{ account_id: maker, what: 'wrote' }]);
  });

  test('it ends on its last day, and when it is stopped', async () => {
    const id = await posted();
    expect(await repeat(id, { day_of_month: 15, last_day: '2026-12-01' })).toMatchObject({ status: 422 });
    await repeat(id, { day_of_month: 15, last_day: '2026-12-31' });
    await runOn('2027-03-01');
    expect(await drafts()).toHaveLength(1);
    const number = await numberOf(id);
    expect(await rows(number)).toMatchObject([{ next_day: null, last_day: '2026-12-31' }]);
    const [{ id: running }] = await rows(number);
    const stop = () => send('POST', `/repeated_journals/${running}/stop`, { reason: 'We moved out.' });
    expect(await stop()).toMatchObject({ status: 200 });
    expect(await stop()).toMatchObject({ status: 409 });
    expect(await rows(number)).toMatchObject([{ status: 'stopped', status_reason: 'We moved out.' }]);
  });

  test('only a posted journal is repeated, once, and by who writes journals', async () => {
    const { body } = await send('POST', '/journals', { day: '2026-11-02', description: 'Rent', lines: [] });
    expect(await repeat(body.id, { day_of_month: 1 })).toMatchObject({ status: 409 });
    const id = await posted();
    for (const day_of_month of [0, 29, 1.5, 'first']) {
      expect([day_of_month, (await repeat(id, { day_of_month })).status]).toEqual([day_of_month, 400]);
    }
    const twice = await Promise.all([repeat(id, { day_of_month: 1 }), repeat(id, { day_of_month: 2 })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    const operations = await buildCaller(it, 'Operations');
    expect(await repeat(id, { day_of_month: 1 }, operations)).toMatchObject({ status: 403 });
  });
});

test('a draft for a closed month is for the first open day', async () => {
  it = await startApp();
  onTestFinished(() => it.close());
  await begin();
  const id = await posted();
  await repeat(id, { day_of_month: 28 });
  const close = (month: string) =>
    it.db.transaction().execute((tx) => closeLedgerMonth(tx, { month, by: writer.id, now: it.clock.now }));
  await close('2026-11');
  await runOn('2026-12-02');
  expect((await drafts())[0]?.[0]).toBe('2026-12-01');
});
