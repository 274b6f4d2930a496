import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BookArchive } from '@banbo/contract';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { archiveOf, edited, runArchives } from '../../../../test/book-archives.ts';
import { buildAuditor, buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { type Files, summed, verify, verifyAlone } from '../../../../test/verify-books.ts';
import { type EntryDocument, post, reverse } from '../../ledger/index.ts';
import { clearOldArchives } from './make-archive.ts';
import { saveArchive } from './save-archive.ts';

type Headers = Record<string, string>;

let it: TestApp;
let clerk: Headers;
let clerkId: string;

const DOCUMENT = { payee: 'ECG', purpose: '=A1\n\\ "light"', bill: null };

type Given = { day: string; description: string; subjectId: string; pesewas?: bigint; document?: EntryDocument };

const postAll = (entries: readonly Given[], now = it.clock.now) =>
  it.db.transaction().execute((tx) =>
    post(
      tx,
      entries.map(({ pesewas = 20_000n, ...entry }) => ({
        ...entry,
        kind: 'journal' as const,
        postings: [
          { account: '5090', pesewas },
          { account: '1010', pesewas: -pesewas },
        ],
      })),
      { by: null, now },
    ),
  );

/** An entry as they were before their hash was made of a written text. */
const postOld = async (): Promise<void> => {
  await sql`
    DO $$
    DECLARE
      head ledger_head;
      entry ledger_entries;
      lines ledger_postings[];
    BEGIN
      SELECT * INTO head FROM ledger_head FOR UPDATE;
      entry.number := head.number + 1;
      entry.day := '2026-03-01';
      entry.kind := 'opening';
      entry.subject_id := 77;
      entry.description := E'Of old: "Kofi’s"\n\\ 1';
      entry.posted_at := '2026-03-01T10:00:00.120Z';
      entry.previous := head.hash;
      entry.hash_version := 1;
      lines := ARRAY[
        ROW(entry.number, 1, '1010', 5.50, NULL, entry.day)::ledger_postings,
        ROW(entry.number, 2, '3000', -5.50, NULL, entry.day)::ledger_postings
      ];
      entry.hash := ledger_hash_of(entry, lines);
      INSERT INTO ledger_entries SELECT (entry).*;
      INSERT INTO ledger_postings SELECT * FROM unnest(lines);
      UPDATE ledger_head SET number = entry.number, hash = entry.hash;
    END $$`.execute(it.db);
};

beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await buildCaller(it, 'SuperAdmin');
  await postAll([{ day: '2025-12-31', description: 'The year before', subjectId: '1' }]);
  await postOld();
  await postAll([
    { day: '2026-01-02', description: '=SUM(A1)', subjectId: '2' },
    { day: '2025-12-30', description: 'Posted late', subjectId: '3', pesewas: 100n },
    {
      day: '2026-05-01',
      description: 'Rent "of", a\n\\ shop; =1+1',
      subjectId: '4',
      pesewas: 12_345n,
      document: DOCUMENT,
    },
    { day: '2026-06-01', description: "'Refund paid: call 024 412 3456", subjectId: '5' },
  ]);
  await it.db
    .transaction()
    .execute((tx) =>
      reverse(
        tx,
        { kind: 'journal', subjectIds: ['4'], day: '2026-07-01', description: 'Twice' },
        { by: null, now: it.clock.now },
      ),
    );
  await postAll([{ day: '2027-01-05', description: 'The year after', subjectId: '6' }]);
  await sql`
    INSERT INTO ledger_closings (month, closed_at, closed_by, last_entry, last_hash)
    SELECT DATE '2026-01-01', posted_at, (SELECT min(id) FROM accounts), number, hash FROM ledger_entries WHERE number = 5`.execute(
    it.db,
  );
});
beforeEach(async () => {
  await it.db.deleteFrom('book_archives').execute();
  ({ headers: clerk, id: clerkId } = await buildCaller(it, 'Accounts'));
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST', path: string, headers: Headers, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.rawPayload, json: () => response.json() };
};

const runJobs = () => runArchives(it);

const ask = async (year: number, headers = clerk): Promise<string> =>
  (await call('POST', '/book_archives', headers, { year })).json().archive_id;

const listed = async (headers = clerk): Promise<BookArchive[]> =>
  (await call('GET', '/book_archives', headers)).json().archives;

const made = (year: number, headers = clerk): Promise<Files> => archiveOf(it, year, headers);

test('an archive as it was made passes the script of the docs, whatever its texts and the age of its entries', async () => {
  const files = await made(2026);
  expect([...files.keys()]).toEqual([
    ...['accounts.csv', 'entries.csv', 'postings.csv', 'journals.csv', 'journal_lines.csv'],
    ...['expenses.csv', 'expense_taxes.csv', 'attachments.csv', 'closings.csv'],
    ...['payments.csv', 'receipts.csv', 'money.csv', 'money_changes.csv', 'refunds.csv', 'waivers.csv', 'forgiven.csv'],
    ...['cash_ups.csv', 'cash_up_counts.csv', 'reconciliations.csv', 'reconciled_lines.csv', 'statements.csv'],
    ...['statement_lines.csv', 'approvals.csv', 'alone_decisions.csv', 'README.txt', 'SHA256SUMS'],
  ]);
  const { code, said, problems } = await verifyAlone(files);
  expect(problems).toBe('');
  expect(said).toContain('Everything fits.');
  expect(said).toMatch(/^Entries 2 to 7, the last hash [0-9a-f]{64}\.$/m);
  expect(code).toBe(0);
  // All other archives are verified without a process.
  expect(verify(files)).toEqual({ code, said, problems });
  const readme = files.get('README.txt')?.toString() ?? '';
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(hash, 'hex') AS hash FROM ledger_entries WHERE number IN (1, 7) ORDER BY number`.execute(it.db);
  for (const { hash } of rows) expect(readme).toContain(hash);
});

test('entries of other years that were posted in between are there, marked, and count for no balance', async () => {
  const entries = (await made(2026)).get('entries.csv')?.toString() ?? '';
  expect(entries).toMatch(/^"4","2025-12-30","no"/m);
  expect(entries).toMatch(/^"3","2026-01-02","yes"/m);
  expect(entries).not.toContain('The year after');
  expect(verify(await made(2025)).said).toContain('Everything fits.');
});

const ALTERED: [what: string, file: string, from: string | RegExp, to: string, says: string[]][] = [
  ['an amount', 'postings.csv', '"5","1","5090","123.45"', '"5","1","5090","123.46"', ['Entry 5 is not what its hash']],
  ['a day', 'entries.csv', '"5","2026-05-01"', '"5","2026-05-02"', ['Entry 5 is not what its hash says.']],
  ['an account', 'postings.csv', '"6","1","5090"', '"6","1","5080"', ['Entry 6 is not what its hash says.']],
  ['a document', 'entries.csv', 'payee: ECG', 'payee: Ama', ['Entry 5 is not what its hash says.']],
  ['a text', 'entries.csv', 'Posted late', 'Posted later', ['Entry 4 is not what its hash says.']],
  [
    'an entry of old',
    'postings.csv',
    '"2","1","1010","5.50"',
    '"2","1","1010","6.50"',
    ['Entry 2 is not', 'Entry 2 does not'],
  ],
  [
    'an entry taken out',
    'entries.csv',
    /^"5".*\n/m,
    '',
    ['Entry 6 does not follow', 'Entry 5 has a posting and is not'],
  ],
  ['a posting taken out', 'postings.csv', /^"5","2".*\n/m, '', ['Entry 5 does not balance.']],
  [
    'a hash',
    'entries.csv',
    /(^"6".*")([0-9a-f])([0-9a-f]{63}",""$)/m,
    '$1$2$2$3',
    ['Entry 6', 'Entry 7 does not follow'],
  ],
  ['a balance', 'accounts.csv', /("5090".*",")([\d.]+)("$)/m, '$11.00$3', ['The postings of account 5090']],
  ['a closing', 'closings.csv', /"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`, ['The closing of 2026-01 has another hash']],
];

test('the script names each thing that was changed, though all checksums were made anew', async () => {
  const files = await made(2026);
  const missed = ALTERED.flatMap(([what, file, from, to, says]) => {
    const altered = edited(files, file, from, to);
    const { problems } = verify(altered);
    const forged = verify(summed(altered));
    return [
      ...(problems.includes(`${file} is not what its checksum says.`) ? [] : [`${what}: its checksum`]),
      ...(forged.problems.includes('checksum') ? [`${what}: the new checksums`] : []),
      ...(forged.code === 1 ? [] : [`${what}: ended with ${forged.code}`]),
      ...says.filter((words) => !forged.problems.includes(words)).map((words) => `${what}: ${words}`),
    ];
  });
  expect(missed).toEqual([]);
});

test('the script as its reader runs it says what is wrong, and ends with 1', async () => {
  const altered = summed(
    edited(await made(2026), 'postings.csv', '"5","1","5090","123.45"', '"5","1","5090","123.46"'),
  );
  const alone = await verifyAlone(altered);
  expect(alone.code).toBe(1);
  expect(alone.problems).toContain('Entry 5 is not what its hash says.\nEntry 5 does not balance.\n');
  expect(verify(altered)).toEqual(alone);
});

test('an archive names the numbers of papers that a restored backup skipped', async () => {
  expect((await made(2026)).get('README.txt')?.toString()).not.toContain('a backup was restored');
  await sql`SELECT skip_numbers(5, ${it.clock.now}::timestamptz, 'A backup of Friday was restored.')`.execute(it.db);
  expect((await made(2026)).get('README.txt')?.toString()).toMatch(
    /as a backup was restored: J2026-\d{4} to J2026-\d{4}, E2026-\d{4} to E2026-\d{4}, C2026-\d{4} to C2026-\d{4}\.\n/,
  );
});

test('an auditor’s archive hides phone numbers, and verifies all but the text that had one', async () => {
  const { headers } = await buildAuditor(it);
  const files = await made(2026, headers);
  expect([...files.values()].join('')).not.toMatch(/024\D?412\D?3456/);
  expect(files.get('entries.csv')?.toString()).toContain('call 024•••456');
  expect(files.get('README.txt')?.toString()).toContain('phone numbers in them are not hidden');
  const { code, said } = verify(files);
  expect([code, said]).toEqual([0, expect.stringContaining('1 entries have a hidden phone number')]);
  const changed = edited(files, 'postings.csv', '"6","1","5090","200.00"', '"6","1","5090","201.00"');
  expect(verify(summed(changed)).problems).toContain('Entry 6 does not balance.');
});

test('expenses are in it with their taxes and papers, those of other years are not', async () => {
  const content = Buffer.from('%PDF-1.4 bill %%EOF');
  const sha256 = createHash('sha256').update(content).digest();
  for (const day of ['2026-02-01', '2025-02-01']) {
    const { id } = await it.db
      .insertInto('expenses')
      .values({
        ...{ number: `E${day.slice(0, 4)}-0001`, payee: 'ECG, 024 412 3456', kind: '5050', day, paid_from: '1010' },
        ...{ amount: '121.90', reclaimed: '0.00', description: 'Light bill', needs_approval: false, status: 'refused' },
        ...{ made_by: clerkId, made_at: it.clock.now, ended_by: clerkId, ended_at: it.clock.now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tax = { name: 'VAT', rate: '15.00', amount: '15.90', is_reclaimed: false };
    await it.db
      .insertInto('expense_taxes')
      .values({ ...tax, expense_id: id, line: 1 })
      .execute();
    const paper = { subject_kind: 'expense' as const, subject_id: id, name: 'Bill.pdf', content, sha256 };
    const about = { type: 'application/pdf' as const, size: content.length, added_by: clerkId, added_at: it.clock.now };
    await it.db
      .insertInto('book_attachments')
      .values({ ...paper, ...about })
      .execute();
  }
  const { headers } = await buildAuditor(it);
  for (const by of [clerk, headers]) {
    const files = await made(2026, by);
    const [papers, ...others] = [...files.keys()].filter((file) => file.startsWith('attachments/'));
    expect(others).toEqual([]);
    expect(files.get(papers ?? '')).toEqual(content);
    expect(files.get('attachments.csv')?.toString()).toContain(`"E2026-0001","Bill.pdf","${papers}"`);
    expect(files.get('attachments.csv')?.toString()).toContain(sha256.toString('hex'));
    expect(files.get('expense_taxes.csv')?.toString()).toContain('"E2026-0001","1","VAT","15.00","15.90","no"');
    const expenses = files.get('expenses.csv')?.toString() ?? '';
    expect(expenses).toContain(by === clerk ? 'ECG, 024 412 3456' : 'ECG, 024•••456');
    expect(expenses).not.toContain('E2025-0001');
    expect(verify(files).said).toContain('Everything fits.');
  }
});

test('an auditor neither sees nor saves an archive of the office', async () => {
  const id = await ask(2026);
  await runJobs();
  const { headers } = await buildAuditor(it);
  expect(await listed(headers)).toEqual([]);
  expect((await call('GET', `/book_archives/${id}/file`, headers)).status).toBe(404);
  await made(2026, headers);
  expect((await listed(headers)).map(({ is_masked }) => is_masked)).toEqual([true]);
  expect((await listed()).map(({ is_masked }) => is_masked)).toEqual([false, true]);
});

test('an archive shows how far it is, is not saved before its end, and is not asked for twice', async () => {
  const id = await ask(2026);
  expect(await listed()).toMatchObject([{ id, year: 2026, status: 'making', done: 0, total: 6, made_at: null }]);
  expect((await call('GET', `/book_archives/${id}/file`, clerk)).status).toBe(409);
  const again = await call('POST', '/book_archives', clerk, { year: 2026 });
  expect([again.status, again.json().message]).toEqual([409, 'The archive of 2026 is being made already.']);
  await runJobs();
  expect(await listed()).toMatchObject([{ id, status: 'made', done: 6, total: 6 }]);
  const next = await ask(2026);
  expect((await listed()).map((one) => one.id)).toEqual([next]);
  await runJobs();
});

test('two people who ask at once get one archive', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/book_archives', clerk, { year: 2026 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  await runJobs();
});

test('a year without entries is refused, and the years of the books are offered', async () => {
  const refused = await call('POST', '/book_archives', clerk, { year: 2024 });
  expect([refused.status, refused.json().message]).toEqual([422, 'There is nothing in the books of 2024.']);
  expect((await call('GET', '/book_archives', clerk)).json().years).toEqual([2026, 2025]);
});

test('what is posted between the asking and the making is in it, balances too', async () => {
  const id = await ask(2026);
  await postAll([{ day: '2026-08-01', description: 'Meanwhile', subjectId: '9' }]);
  await runJobs();
  const { body } = await call('GET', `/book_archives/${id}/file`, clerk);
  const files = new Map(Object.entries(unzipSync(body)).map(([file, bytes]) => [file, Buffer.from(bytes)]));
  expect(files.get('entries.csv')?.toString()).toContain('Meanwhile');
  expect(verify(files).said).toContain('Everything fits.');
});

test('an auditor whose days are over while it is made gets no archive', async () => {
  const { headers } = await buildAuditor(it, 1);
  const id = await ask(2026, headers);
  const before = it.clock.now;
  it.clock.now = new Date(before.getTime() + 86_400_000);
  await runJobs().catch(() => undefined);
  it.clock.now = before;
  expect(await listed()).toMatchObject([{ id, status: 'failed' }]);
});

test('an archive is removed after its days', async () => {
  await made(2026);
  await clearOldArchives(it.db, new Date(it.clock.now.getTime() + 6 * 86_400_000));
  expect(await listed()).toHaveLength(1);
  await clearOldArchives(it.db, new Date(it.clock.now.getTime() + 8 * 86_400_000));
  expect(await listed()).toEqual([]);
  expect(await it.db.selectFrom('book_archive_pieces').select('place').execute()).toEqual([]);
});

test('who asked for and who saved an archive is in the log', async () => {
  await made(2026);
  const logged = it.db.selectFrom('audit_log').select('action').where('subject_kind', '=', 'archive');
  const last = await logged.orderBy('id', 'desc').limit(2).execute();
  expect(last.map(({ action }) => action)).toEqual(['books.save_archive', 'books.make_archive']);
});

test.each([
  ['its archive is removed', true, async () => void (await it.db.deleteFrom('book_archives').execute())],
  ['the days of its receiver are over', false, async () => {}],
])('a file breaks off where %s while it is sent, and has no end', async (_, isAllowed, happens) => {
  const id = await ask(2026);
  await runJobs();
  const by = {
    accountId: clerkId,
    role: 'Accounts',
    login: 'a',
    permissions: [],
    sessionId: '1',
    requestId: '1',
  } as const;
  const allowing = () => happens().then(() => isAllowed);
  const { zip } = await saveArchive(it.db, { id, by, now: it.clock.now }, allowing);
  await expect(buffer(zip)).rejects.toThrow('was not sent to its end');
});
