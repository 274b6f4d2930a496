import {
  addDays,
  type BookStatement,
  fromPesewas,
  naturalPesewas,
  type StatementPart,
  toPesewas,
} from '@banbo/contract';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, buildUser } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readXlsx } from '../../../../test/spreadsheets.ts';
import { foldTotals } from '../../../db/totals/fold-totals.ts';
import { closeLedgerMonth, post, readChart, reverse } from '../../ledger/index.ts';
import { kindOf } from '../chart.ts';
import { yearBefore } from './book-days.ts';
import { readStatement } from './read-statements.ts';
import { changeInPercent } from './statement-lines.ts';

let it: TestApp;
let accountant: Awaited<ReturnType<typeof buildCaller>>;

type Raw = { day: string; account: string; amount: bigint; kind: string };
let raw: Raw[];

/** Accounts of every kind; 5910 stands under two headings. */
const ACCOUNTS = ['1010', '1020', '1200', '2010', '2100', '3000', '4000-RF', '4000-SS', '5010', '5050', '5910'];

const entry = fc.record({
  day: fc.integer({ min: 0, max: 690 }).map((n) => addDays('2025-01-01', n)),
  debit: fc.constantFrom(...ACCOUNTS),
  credit: fc.constantFrom(...ACCOUNTS),
  pesewas: fc.bigInt({ min: 1n, max: 5_000_000n }),
  isReversed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  reversedAfter: fc.integer({ min: 0, max: 200 }),
});
type Entry = ReturnType<typeof entry.generate>['value'];

let last = 0;
const postAll = async (entries: readonly Entry[]): Promise<void> => {
  const numbered = entries
    .filter(({ debit, credit }) => debit !== credit)
    .map((one) => {
      last += 1;
      return { ...one, subjectId: String(last) };
    });
  const made = { by: null, now: it.clock.now };
  await it.db.transaction().execute(async (tx) => {
    await post(
      tx,
      numbered.map(({ day, debit, credit, pesewas, subjectId }) => ({
        ...{ day, kind: 'opening' as const, subjectId, description: 'A test' },
        postings: [
          { account: debit, pesewas },
          { account: credit, pesewas: -pesewas },
        ],
      })),
      made,
    );
    for (const { day, subjectId, isReversed, reversedAfter } of numbered) {
      if (!isReversed) continue;
      const words = { day: addDays(day, reversedAfter), description: 'Taken back' };
      await reverse(tx, { kind: 'opening', subjectIds: [subjectId], ...words }, made);
    }
  });
};

let key = 0;
const send = async (
  method: 'GET' | 'POST',
  path: string,
  payload: object | undefined,
  headers = accountant.headers,
) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `statement-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  return it.app.inject(payload ? { ...call, payload } : call);
};
const get = (path: string, headers = accountant.headers) => send('GET', path, undefined, headers);

beforeAll(async () => {
  it = await startApp();
  accountant = await buildCaller(it, 'Accounts');
  for (const [code, parent] of [
    ['5900', null],
    ['5905', '5900'],
  ]) {
    const body = { code, parent, name: `Heading ${code}`, kind: 'expense', is_heading: true };
    await send('POST', '/ledger_accounts', body);
  }
  await send('POST', '/ledger_accounts', { code: '5910', name: 'Tyres', kind: 'expense', parent: '5905' });
  const [one = [], other = [], later = []] = fc.sample(fc.array(entry, { minLength: 150, maxLength: 150 }), {
    numRuns: 3,
    seed: 30,
  });
  await postAll(one);
  await foldTotals(it.db);
  const by = (await buildUser(it)).id;
  await it.db.transaction().execute((tx) => closeLedgerMonth(tx, { month: '2025-11', by, now: it.clock.now }));
  // Of the days before December these land on its first.
  await postAll(other);
  expect((await send('POST', '/book_years/2025/close', undefined)).json().message).toMatch(/^2025 is closed/);
  await postAll(later);
  raw = (
    await it.db
      .selectFrom('ledger_postings')
      .innerJoin('ledger_entries', 'number', 'entry')
      .select(['ledger_entries.day', 'account', 'amount', 'kind'])
      .execute()
  ).map(({ amount, ...row }) => ({ ...row, amount: toPesewas(amount) }));
}, 60_000);
afterAll(() => it.close());

/** The sum of an account's raw postings that are counted, debits less credits. */
const sumOf = (account: string, counts: (row: Raw) => boolean): bigint =>
  raw.filter((row) => row.account === account && counts(row)).reduce((sum, { amount }) => sum + amount, 0n);

const read = (part: StatementPart, from: string, to: string) => readStatement(it.db, { part, query: { from, to } });

const figureOf = ({ lines }: BookStatement, name: string, n = 0): bigint =>
  toPesewas(lines.find((line) => line.name === name)?.figures[n]?.amount ?? '0.00');

const accountFigure = ({ lines }: BookStatement, code: string, n: number): string =>
  lines.find((line) => line.code === code)?.figures[n]?.amount ?? '0.00';

const RANGES = [
  ['2025-01-01', '2025-12-31'],
  ['2026-01-01', '2026-10-31'],
  ['2026-02-10', '2026-02-10'],
  ['2025-11-15', '2026-03-31'],
  ['2025-12-31', '2025-12-31'],
  ['2024-02-29', '2026-02-28'],
] as const;

test.each(RANGES)('the income statement of %s to %s is that of the raw postings, closings apart', async (from, to) => {
  const statement = await read('income', from, to);
  for (const [n, days] of [{ from, to }, yearBefore({ from, to })].entries()) {
    const counts = ({ day, kind }: Raw) => day >= days.from && day <= days.to && kind !== 'year end';
    let profit = 0n;
    for (const account of await readChart(it.db)) {
      const kind = kindOf(account);
      if (account.is_heading || (kind !== 'income' && kind !== 'expense')) continue;
      const expected = sumOf(account.code, counts);
      profit -= expected;
      expect(accountFigure(statement, account.code, n)).toBe(fromPesewas(naturalPesewas(kind, expected)));
    }
    const tyres = fromPesewas(sumOf('5910', counts));
    expect([accountFigure(statement, '5905', n), accountFigure(statement, '5900', n)]).toEqual([tyres, tyres]);
    const result = statement.lines.at(-1);
    expect(result?.figures[n]?.amount ?? '0.00').toBe(fromPesewas(profit));
    expect(figureOf(statement, 'Income, in all', n) - figureOf(statement, 'Expenses, in all', n)).toBe(profit);
  }
});

const daysFrom = (first: string, count: number, step = 1): string[] =>
  Array.from({ length: count }, (_, n) => addDays(first, n * step));

test('assets are liabilities and equity on every day, before and after the closing of a year', async () => {
  for (const day of [...daysFrom('2024-12-25', 50, 15), ...daysFrom('2025-12-15', 45)]) {
    const sheet = await read('balance', day, day);
    const trial = await read('trial', day, day);
    for (const [n, on] of [day, yearBefore({ from: day, to: day }).to].entries()) {
      const until = (row: Raw) => row.day <= on;
      const all = raw.filter(until);
      const assets = all.filter(({ account }) => account.startsWith('1')).reduce((sum, { amount }) => sum + amount, 0n);
      expect(figureOf(sheet, 'Assets, in all', n)).toBe(assets);
      expect(figureOf(sheet, 'Liabilities and equity', n)).toBe(assets);
      expect(accountFigure(sheet, '3100', n)).toBe(fromPesewas(-sumOf('3100', until)));
      const [debit, credit] = [trial.lines.at(-1)?.figures[2 * n], trial.lines.at(-1)?.figures[2 * n + 1]];
      expect(debit?.amount).toBe(credit?.amount);
      const debits = [...new Set(all.map(({ account }) => account))]
        .map((account) => sumOf(account, until))
        .reduce((sum, pesewas) => (pesewas > 0n ? sum + pesewas : sum), 0n);
      expect(debit?.amount ?? '0.00').toBe(fromPesewas(debits));
    }
  }
});

test('the balance sheet tells the result of the year until it is closed, and what came after its closing', async () => {
  const isResult = ({ account }: Raw) => account.startsWith('4') || account.startsWith('5');
  const profit = (counts: (row: Raw) => boolean) =>
    -raw.filter((row) => isResult(row) && counts(row)).reduce((sum, { amount }) => sum + amount, 0n);
  const open = await read('balance', '2025-12-30', '2025-12-30');
  expect(figureOf(open, 'Result of the year')).toBe(profit(({ day }) => day <= '2025-12-30'));
  const closed = await read('balance', '2025-12-31', '2025-12-31');
  const later = profit(({ day }) => day <= '2025-12-31');
  expect(figureOf(closed, 'Result of the year')).toBe(later);
  expect(closed.lines.some(({ name }) => name.startsWith('Results of earlier'))).toBe(false);
  const next = await read('balance', '2026-06-30', '2026-06-30');
  const ofYear = profit(({ day }) => day >= '2026-01-01' && day <= '2026-06-30');
  expect(figureOf(next, 'Result of the year')).toBe(ofYear);
  expect(figureOf(next, 'Results of earlier years, not closed')).toBe(later);
});

test('month by month adds up to the income statement, and takes a year at most', async () => {
  const months = await read('months', '2025-01-01', '2025-12-31');
  const income = await read('income', '2025-01-01', '2025-12-31');
  expect(months.columns).toHaveLength(13);
  for (const { name, figures } of months.lines.filter((line) => line.figures.length > 0)) {
    const own = figures.map((figure) => toPesewas(figure?.amount ?? '0.00'));
    expect(own.slice(0, 12).reduce((sum, pesewas) => sum + pesewas, 0n)).toBe(own[12]);
    expect(figureOf(income, name)).toBe(own[12]);
  }
  expect((await get('/book_statements/months?from=2025-01-01&to=2026-01-31')).json()).toMatchObject({
    message: 'Month by month takes at most 12 months.',
  });
});

test('every figure of an account leads to its statement, whose rows add up to it', async () => {
  const statements = [
    await read('income', '2025-01-01', '2025-12-31'),
    await read('balance', '2026-05-31', '2026-05-31'),
    await read('months', '2026-01-01', '2026-03-31'),
  ];
  for (const { lines } of statements) {
    for (const { code, kind, figures } of lines.filter((line) => line.kind === 'account' && line.code !== null)) {
      expect([code, kind]).toEqual([expect.any(String), 'account']);
      for (const figure of figures.slice(0, 2)) {
        const [, account, query] = /^\/ledger_accounts\/([^?]+)\?(.+)$/.exec(figure?.path ?? '') ?? [];
        const head = (await get(`/ledger_accounts/${account}/statement?${query}`)).json();
        const rows: { kind: string; debit: string | null; credit: string | null }[] = (
          await get(`/account_statement?account=${account}&${query}&size=200`)
        ).json();
        const counts = query?.startsWith('from') ? rows.filter((row) => row.kind !== 'year end') : rows;
        const sum = counts.reduce((all, row) => all + toPesewas(row.debit ?? `-${row.credit}`), 0n);
        expect(fromPesewas(naturalPesewas(head.account.kind, sum))).toBe(figure?.amount);
        expect(query?.startsWith('from') ? head.moved : head.closing).toBe(figure?.amount);
      }
    }
  }
});

test('the PDF has the company, the figures and numbered pages; the workbook has the figures as numbers', async () => {
  for (const part of ['income', 'balance', 'trial', 'months'] as const) {
    const query = 'from=2026-01-01&to=2026-10-31';
    const statement: BookStatement = (await get(`/book_statements/${part}?${query}`)).json();
    const file = await get(`/book_statements/${part}/file?${query}&format=pdf`);
    expect(file.headers['content-type']).toBe('application/pdf');
    const pdf = await getDocumentProxy(new Uint8Array(file.rawPayload));
    const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
    expect(text).toContain('Banbo Driver Safety');
    expect(text).toContain(statement.title);
    for (let page = 1; page <= pdf.numPages; page += 1) expect(text).toContain(`page ${page} of ${pdf.numPages}`);
    for (const { name, figures } of statement.lines) {
      const shown = figures.map((figure) => figure?.amount.replace(/\B(?=(\d{3})+\.)/g, ','));
      expect(text).toContain([name, ...shown.filter((amount) => amount !== undefined)].join(' '));
    }
    const book = await get(`/book_statements/${part}/file?${query}&format=xlsx`);
    const [header, ...rows] = readXlsx(book.rawPayload);
    expect(header?.slice(2, 2 + statement.columns.length)).toEqual(statement.columns);
    expect(
      rows.map(([code, name, ...cells]) => [code, String(name).trim(), cells.slice(0, statement.columns.length)]),
    ).toEqual(
      statement.lines.map(({ code, name, figures }) => [
        code ?? '',
        name,
        statement.columns.map((_, n) => (figures[n] ? Number(figures[n]?.amount) : '')),
      ]),
    );
  }
});

test('the year before stands beside the days where it has a figure, and is left out where it has none', async () => {
  const columnsOf = async (year: number) => {
    const parts = (['income', 'balance', 'trial', 'months'] as const).map((part) =>
      read(part, `${year}-12-01`, `${year}-12-31`),
    );
    return (await Promise.all(parts)).map(({ columns, has_change }) => [columns.length, has_change]);
  };
  const [compared, alone] = [await columnsOf(2026), await columnsOf(2025)];
  expect(compared).toEqual([
    [2, true],
    [2, true],
    [4, false],
    [3, false],
  ]);
  expect(alone).toEqual([
    [1, false],
    [1, false],
    [2, false],
    [2, false],
  ]);
});

test('a year without entries says so', async () => {
  const statement: BookStatement = (await get('/book_statements/income?from=2019-01-01&to=2019-12-31')).json();
  expect(statement).toMatchObject({ is_empty: true });
  const file = await get('/book_statements/income/file?from=2019-01-01&to=2019-12-31&format=pdf');
  const pdf = await getDocumentProxy(new Uint8Array(file.rawPayload));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('Nothing was posted on these days.');
  expect((await get('/book_years')).json()).toEqual([2026, 2025]);
});

test.each([
  ['from=2026-02-01&to=2026-01-01', 'The last day is before the first.'],
  ['from=1999-01-01&to=1999-12-31', 'The books begin on 1 Jan 2000.'],
])('the days %s are refused', async (query, message) => {
  const answer = await get(`/book_statements/income?${query}`);
  expect([answer.statusCode, answer.json().issues[0].message]).toEqual([400, message]);
});

test('who may not read the books sees no statement', async () => {
  const operations = await buildCaller(it, 'Operations');
  for (const path of ['/book_statements/income', '/revenue', '/revenue/due']) {
    expect((await get(`${path}?from=2026-01-01&to=2026-01-31`, operations.headers)).statusCode).toBe(403);
  }
  expect((await send('POST', '/book_years/2024/close', undefined, operations.headers)).statusCode).toBe(403);
});

test.each([
  [137n, 100n, '+37%'],
  [92n, 100n, '−8%'],
  [100n, 100n, '0%'],
  [5n, 0n, null],
  [35n, -12n, null],
  [-20n, 100n, '−120%'],
  [1_234_000n, 100n, '+1,233,900%'],
])('%s against %s is a change of %s', (now, before, words) => {
  expect(changeInPercent(now, before)).toBe(words);
});
