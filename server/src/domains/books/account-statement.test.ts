import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { foldTotals } from '../../db/totals/fold-totals.ts';
import { post } from '../ledger/index.ts';

let it: TestApp;
let headers: Record<string, string>;

/** 600 postings to the bank: three a day, with a third of them payouts. */
const DAYS = 200;
const days = Array.from({ length: DAYS }, (_, n) => new Date(Date.UTC(2026, 3, 1 + n)).toISOString().slice(0, 10));
const amounts = days.flatMap((day, n) => [1000n + BigInt(n), 250n, -100n].map((pesewas) => ({ day, pesewas })));

beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'Accounts'));
  const entries = amounts.map(({ day, pesewas }, n) => ({
    ...{ day, kind: 'opening' as const, subjectId: String(n + 1), description: `Posting ${n + 1}` },
    postings: [
      { account: '1020', pesewas },
      { account: '3000', pesewas: -pesewas },
    ],
  }));
  // Half of them folded, half as deltas; posted out of the order of days.
  const order = entries.toSorted((one, other) => (Number(one.subjectId) % 7) - (Number(other.subjectId) % 7));
  const half = order.length / 2;
  await it.db.transaction().execute((tx) => post(tx, order.slice(0, half), { by: null, now: it.clock.now }));
  await foldTotals(it.db);
  await it.db.transaction().execute((tx) => post(tx, order.slice(half), { by: null, now: it.clock.now }));
});
afterAll(() => it.close());

type Line = { id: string; day: string; debit: string | null; credit: string | null; balance: string };

const read = async (path: string) => {
  const response = await it.app.inject({ method: 'GET', url: `/api${path}`, headers });
  expect(response.statusCode).toBe(200);
  const isFile = path.includes('/export');
  return { rows: isFile ? [] : response.json(), count: Number(response.headers['x-total-count']), text: response.body };
};

const pesewasOf = ({ debit, credit }: Line): bigint => {
  const text = debit ?? `-${credit}`;
  return BigInt(text.replace('.', ''));
};

/** Adds the lines up from an opening balance, and compares each with the balance that it tells. */
const expectToRun = (oldestFirst: readonly Line[], opening: bigint): void => {
  let balance = opening;
  for (const line of oldestFirst) {
    balance += pesewasOf(line);
    expect(line.balance).toBe(`${balance / 100n}.${String(balance % 100n).padStart(2, '0')}`);
  }
};

test('every page of a statement goes on where the one before it ended, in both orders', async () => {
  for (const sort of ['day', '-day'] as const) {
    const lines: Line[] = [];
    for (let page = 1; page <= 12; page += 1) {
      const { rows, count } = await read(`/account_statement?account=1020&sort=${sort}&size=50&page=${page}`);
      expect(count).toBe(600);
      lines.push(...rows);
    }
    expect(new Set(lines.map(({ id }) => id)).size).toBe(600);
    expectToRun(sort === 'day' ? lines : lines.toReversed(), 0n);
  }
  expect((await read('/account_statement?account=1020&size=50&page=13')).rows).toEqual([]);
});

test('a range of days begins with the balance before it, which the head tells', async () => {
  const [from, to] = ['2026-05-10', '2026-06-20'];
  const { rows: head } = await read(`/ledger_accounts/1020/statement?from=${from}&to=${to}`);
  const before = amounts.filter(({ day }) => day < from).reduce((sum, { pesewas }) => sum + pesewas, 0n);
  const { rows, count } = await read(`/account_statement?account=1020&from=${from}&to=${to}&sort=day&size=200`);
  expect(count).toBe(42 * 3);
  expect(BigInt(head.opening.replace('.', ''))).toBe(before);
  expectToRun(rows, before);
  expect(rows.at(-1).balance).toBe(head.closing);
});

test('credit balances read above zero, and a file has the lines of all pages', async () => {
  const { rows } = await read('/account_statement?account=3000&size=1');
  const { rows: bank } = await read('/account_statement?account=1020&size=1');
  expect(rows[0].balance).toBe(bank[0].balance);
  for (const sort of ['day', '-day']) {
    const { text } = await read(`/account_statement/export?account=1020&sort=${sort}`);
    const { rows: first } = await read(`/account_statement?account=1020&sort=${sort}&size=1`);
    const [, line] = text.trim().split(/\r?\n/);
    expect(text.trim().split(/\r?\n/)).toHaveLength(601);
    expect(line).toContain(`"${first[0].balance}"`);
  }
});

test('an account that is not there has no statement', async () => {
  expect(await read('/account_statement?account=1999')).toMatchObject({ rows: [], count: 0 });
  const url = '/api/ledger_accounts/1999/statement';
  expect((await it.app.inject({ method: 'GET', url, headers })).statusCode).toBe(404);
});
