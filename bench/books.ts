import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { DEFAULT_PERMISSIONS, today } from '../contract/src/index.ts';
import type { Db } from '../server/src/db/database.ts';
import { foldTotals } from '../server/src/db/totals/fold-totals.ts';
import { closeMonth, reopenMonth } from '../server/src/domains/books/close-month.ts';
import { postJournal } from '../server/src/domains/books/journals/post-journal.ts';
import { addJournal } from '../server/src/domains/books/journals/write-journal.ts';
import { balancesOn, pageOfStatement } from '../server/src/domains/ledger/index.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { asTable, type Contestant, compare } from './lib/compare.ts';
import { type Opened, openBench } from './lib/driver.ts';
import { measureCalls } from './lib/measure-calls.ts';

/**
 * Statements of the largest account at several pages, a trial balance, posting a journal beside the
 * same SQL by the bare driver, and closing a month, among 10,000 and a million postings.
 */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    postings: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    calls: { type: 'string', default: '200' },
    rest: { type: 'string', default: '1' },
  },
});
const [postings, rounds, calls] = [Number(given.postings), Number(given.rounds), Number(given.calls)];
const FEW = 10_000;
const SIZE = 50;
/** The largest account: every entry posts to it. */
const LARGEST = '1000';
const CHUNK = 500;
/** Days over which the entries are spread, up to the last day of October 2026. */
const DAYS = 1_000;
const LAST_DAY = '2026-10-31';

/** Two postings each, of MoMo and of one of twenty other accounts. */
const post = (db: Db, from: number, to: number, all: number) =>
  sql`
    SELECT post_entries((
      SELECT jsonb_agg(jsonb_build_object(
        'day', ${LAST_DAY}::date - (${DAYS} - n * ${DAYS} / ${all}::bigint)::integer, 'kind', 'opening', 'subject_id', n, 'reverses', NULL,
        'description', 'Entry ' || n, 'posted_by', NULL, 'posted_at', now(),
        'postings', jsonb_build_array(
          jsonb_build_object('account', ${LARGEST}::text, 'amount', (100 + n % 900)::numeric(14, 2)::text, 'driver_id', NULL),
          jsonb_build_object('account', '52' || lpad((n % 20)::text, 2, '0'), 'amount', (-100 - n % 900)::numeric(14, 2)::text, 'driver_id', NULL)
        )
      ) ORDER BY n) FROM generate_series(${from}::bigint, ${to}::bigint) AS n
    ))`.execute(db);

const fillBooks = async (db: Db, count: number): Promise<void> => {
  const entries = count / 2;
  for (let n = 0; n < 20; n += 1) {
    const code = `52${String(n).padStart(2, '0')}`;
    await db
      .insertInto('ledger_accounts')
      .values({ code, name: `Kind ${n}`, kind: 'expense' })
      .execute();
  }
  for (let from = 1; from <= entries; from += CHUNK) {
    await post(db, from, Math.min(from + CHUNK - 1, entries), entries);
    if (from % 50_000 === 1) await foldTotals(db);
  }
  await foldTotals(db);
  await sql`VACUUM ANALYZE`.execute(db);
};

const measure = (work: (call: number) => Promise<unknown>, count = calls) => measureCalls(work, count);

const contest = async (title: string, contestants: Contestant[]): Promise<void> =>
  console.log(asTable(title, await compare(contestants, rounds, Number(given.rest) * 1_000)));

const statementPage = (name: string, { db }: Opened, page: number): Contestant => ({
  name,
  run: () => measure(() => pageOfStatement(db, { account: LARGEST, page, size: SIZE, sort: '-day' })),
});

const yearsBalances = (name: string, { db }: Opened): Contestant => ({
  name,
  run: () => measure(() => balancesOn(db, ['2025-12-31', '2026-12-31'])),
});

const accountant = async (db: Db) => {
  const { id } = await db
    .insertInto('accounts')
    .values({ kind: 'staff', login: 'bench', role: 'SuperAdmin', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const permissions = DEFAULT_PERMISSIONS.SuperAdmin;
  return {
    accountId: id,
    sessionId: '0',
    role: 'SuperAdmin',
    permissions,
    login: 'bench',
    requestId: 'bench',
  } as const;
};

const LINES = [
  { account: '5200', side: 'debit', amount: '900.00' },
  { account: '5201', side: 'credit', amount: '900.00' },
] as const;
const NOBODY = { staff: {} as never };

/** Posts a journal by the bare driver: the lock, the state, the log and the entry. */
const bareJournal = (opened: Opened, drafts: () => Promise<string>): Contestant => ({
  name: 'the same SQL, bare driver',
  run: () =>
    measure(async () => {
      const id = await drafts();
      await opened.prepared.transaction(async (query) => {
        const [journal] = await query('SELECT * FROM journals WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const lines = await query('SELECT account, amount FROM journal_lines WHERE journal_id = $1 ORDER BY line', [
          id,
        ]);
        await query('SELECT open_from FROM ledger_head', []);
        await query('SELECT * FROM ledger_accounts', []);
        await query(`UPDATE journals SET status = 'posted', posted_by = made_by, posted_at = now() WHERE id = $1`, [
          id,
        ]);
        await query(
          `INSERT INTO audit_log (at, actor_id, actor, action, subject_kind, subject_id, subject, request_id)
           SELECT now(), made_by, 'bench', 'books.post_journal', 'journal', id, number, 'bench' FROM journals WHERE id = $1`,
          [id],
        );
        const entry = {
          ...{ day: journal?.day, kind: 'journal', subject_id: id, reverses: null, description: 'Bench' },
          ...{ posted_by: null, posted_at: new Date(), postings: lines.map((line) => ({ ...line, driver_id: null })) },
        };
        await query('SELECT post_entries($1::jsonb)', [JSON.stringify([entry])]);
      });
    }),
});

const open = () => openBench({ bin: given.postgres, drivers: 10, payments: 0 }, prepare);
const few = await open();
const many = await open();
try {
  await fillBooks(few.db, FEW);
  const begun = performance.now();
  await fillBooks(many.db, postings);
  const filled = (performance.now() - begun) / 1_000;
  console.log(`${postings} postings, posted at ${Math.round(postings / filled)} a second\n`);
  const last = Math.ceil(postings / 2 / SIZE);
  await contest(`Statement of an account with half of the postings, ${SIZE} a page`, [
    statementPage(`page 1 of ${FEW} postings`, few, 1),
    statementPage('page 1', many, 1),
    statementPage('page 1,000', many, 1_000),
    statementPage(`page ${last}, the last`, many, last),
  ]);
  await contest('Balances of all accounts at the ends of two years, of which a trial balance is made', [
    statementPage('page 1 of a statement', many, 1),
    yearsBalances(`${FEW} postings`, few),
    yearsBalances(`${postings} postings`, many),
  ]);
  const by = await accountant(many.db);
  const draft = async (): Promise<string> => {
    const now = new Date();
    // Of this month, so that one person posts it.
    const body = { day: today(now), description: 'Rent of the office', lines: [...LINES] };
    return (await many.db.transaction().execute((tx) => addJournal(tx, { body, by, now }))).id;
  };
  const drafts: string[] = [];
  for (let n = 0; n < calls * 2 * (rounds + 1); n += 1) drafts.push(await draft());
  const nextDraft = async () => drafts.pop() ?? draft();
  await contest('Posting a journal of two lines', [
    bareJournal(many, nextDraft),
    {
      name: 'Banbo',
      run: () =>
        measure(async () => {
          const id = await nextDraft();
          await many.db.transaction().execute((tx) => postJournal(tx, { id, by, now: new Date() }, NOBODY));
        }),
    },
  ]);
  const { rows } = await sql<{ month: string }>`
    SELECT to_char(min(day), 'YYYY-MM') AS month FROM ledger_entries`.execute(many.db);
  const month = rows[0]?.month ?? '';
  const asked = { month, body: { reason: 'Measured.' }, by, now: new Date() };
  await contest('Closing a month, with its checklist, and opening it again', [
    {
      name: 'Banbo',
      run: () =>
        measure(async () => {
          await many.db.transaction().execute((tx) => closeMonth(tx, asked));
          await many.db.transaction().execute((tx) => reopenMonth(tx, asked));
        }, 20),
    },
  ]);
} finally {
  await few.close();
  await many.close();
}
