import type { BookLine, JournalLine } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { noteHands } from '#domains/approvals';
import { pluck } from '#lib/values.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { author } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let clerk: Person;
let writer: Person;
let other: Person;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'SuperUser');
  writer = await buildCaller(it, 'Accounts');
  other = await buildCaller(it, 'Accounts');
});
afterAll(() => it.close());

/** Each test has a day of November, on which nothing else moves money, and reconciles it alone. */
let dayOfMonth = 19;
let day: string;
let period: { account: string; from: string; to: string };
let query: string;
beforeEach(() => {
  dayOfMonth -= 1;
  day = `2026-11-${String(dayOfMonth).padStart(2, '0')}`;
  period = { account: '1000', from: day, to: day };
  query = new URLSearchParams(period).toString();
});

let key = 0;
const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, { headers }: Person = writer) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `reconcile-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

const csvOf = (lines: readonly { id: string; amount: string }[]): string =>
  statementCsv(lines.map((line) => ({ date: day.split('-').reverse().join('/'), ...line })));

const importLines = async (
  lines: readonly { id: string; amount: string }[],
  given = {},
  by = clerk,
): Promise<string> => {
  const staff = statementsOf(it, by.headers);
  const id = await staff.checked(csvOf(lines), given);
  await staff.start(id);
  await importServer(it).runDue();
  return id;
};

const capture = (transaction_id: string, by = clerk) =>
  buildTransfer(it, { transaction_id, received_on: day }, author(by));

/** Notes that somebody placed money, as a correction of it does. */
const noteHand = (by: Person, id: string) =>
  it.db.transaction().execute((tx) => {
    const hand = { accountId: by.id, what: 'corrected' as const, subjects: [{ kind: 'transfer', id }] };
    return noteHands(tx, [hand], it.clock.now);
  });

/** A journal of MoMo money, approved by a second person. */
const posted = async (lines: readonly JournalLine[]): Promise<string> => {
  const { body } = await send('POST', '/journals', { day, description: 'Rent of the office', lines });
  await send('POST', `/journals/${body.id}/post`);
  const { approval_id } = (await send('GET', `/journals/${body.id}`)).body;
  expect((await send('POST', `/approvals/${approval_id}/approve`, undefined, other)).status).toBe(201);
  return body.id;
};

/** A journal that pays from the MoMo account. */
const payOut = (amount: string) =>
  posted([
    { account: '5050', side: 'debit', amount },
    { account: '1000', side: 'credit', amount },
  ]);

const bookLines = async (more = ''): Promise<BookLine[]> => (await send('GET', `/book_lines?${query}${more}`)).body;
const statedLines = async () => (await send('GET', `/stated_lines?${query}`)).body;
const matchSame = () => send('POST', '/book_lines/match_same', period);
const reconcile = (by: Person) => send('POST', '/reconciliations', period, by);
const reconciliations = async () =>
  (await send('GET', '/reconciliations')).body.filter(({ from_day }: { from_day: string }) => from_day === day);
const third = () => buildCaller(it, 'Accounts');

/** The journal’s line, matched by hand with the statement's second line. */
const matchedByHand = async (): Promise<{ journal: string; line: BookLine; statement: string }> => {
  const journal = await payOut('150.00');
  const statement = await importLines([
    { id: nextTransactionId(), amount: '200.00' },
    { id: nextTransactionId(), amount: '-150.00' },
  ]);
  const line = (await bookLines()).find(({ kind }) => kind === 'journal') as BookLine;
  const asked = { entry: line.entry, line: line.line, statement, statement_line: 3 };
  const { status, body } = await send('POST', '/book_lines/match', asked);
  expect(status, body.message).toBe(200);
  return { journal, line, statement };
};

test('what the books have on no statement is open, and the same money is matched', async () => {
  const [shown, absent] = [nextTransactionId(), nextTransactionId()];
  await capture(shown);
  await capture(absent);
  await importLines([{ id: shown, amount: '200.00' }]);
  expect((await bookLines()).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await matchSame()).toMatchObject({ status: 200, body: { message: '1 line matched.' } });
  expect(await matchSame()).toMatchObject({
    body: { message: 'No further line is on a statement with the same transaction ID and amount.' },
  });
  expect(await bookLines('&state=open')).toMatchObject([{ description: `Money ${absent}` }]);
  expect(await bookLines('&state=matched')).toMatchObject([
    { statement_text: shown, statement_day: day, matched_by: null },
  ]);
});

test('a statement on which money only went out is imported, and the books are held against it', async () => {
  await payOut('150.00');
  const statement = await importLines([{ id: nextTransactionId(), amount: '-150.00' }]);
  expect((await send('GET', `/statements/${statement}`, undefined, clerk)).body.status).toBe('imported');
  const [line] = await bookLines();
  const asked = { entry: line?.entry, line: line?.line, statement, statement_line: 2 };
  expect((await send('POST', '/book_lines/match', asked)).status).toBe(200);
  expect(await statedLines()).toEqual([]);
});

test('what a statement has that is not in the books is listed, and matched by hand', async () => {
  await payOut('150.00');
  const out = nextTransactionId();
  const statement = await importLines([
    { id: nextTransactionId(), amount: '200.00' },
    { id: out, amount: '-150.00' },
    { id: nextTransactionId(), amount: '-90.00' },
  ]);
  expect(await statedLines()).toMatchObject([{ transaction_id: out, amount: '-150.00' }, { amount: '-90.00' }]);
  expect((await send('GET', `/stated_lines?${query}&amount=-90.00`)).body).toHaveLength(1);
  const journal = (await bookLines()).find(({ kind }) => kind === 'journal');
  const asked = { entry: journal?.entry, line: journal?.line, statement };
  expect(await send('POST', '/book_lines/match', { ...asked, statement_line: 4 })).toMatchObject({
    status: 422,
    body: { message: 'The two lines have different amounts.' },
  });
  const match = () => send('POST', '/book_lines/match', { ...asked, statement_line: 3 });
  const answers = await Promise.all([match(), match()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await statedLines()).toMatchObject([{ amount: '-90.00' }]);
  expect(await bookLines('&state=matched')).toMatchObject([{ kind: 'journal', matched_by: 'Ama Mensah' }]);
  const { entry, line } = asked;
  expect(await send('POST', '/book_lines/unmatch', { entry, line })).toMatchObject({ status: 200 });
  expect(await statedLines()).toHaveLength(2);
});

test('where statements overlap, a movement is shown once and matched with one line of the books', async () => {
  await payOut('150.00');
  await payOut('150.00');
  const out = nextTransactionId();
  const lines = [
    { id: nextTransactionId(), amount: '200.00' },
    { id: out, amount: '-150.00' },
  ];
  const first = await importLines(lines);
  const second = await importLines([...lines, { id: nextTransactionId(), amount: '300.00' }]);
  expect(await statedLines()).toMatchObject([{ statement: first, line: 3, transaction_id: out }]);
  const [one, another] = (await bookLines()).filter(({ kind }) => kind === 'journal');
  const match = (line: BookLine | undefined, statement: string) =>
    send('POST', '/book_lines/match', { entry: line?.entry, line: line?.line, statement, statement_line: 3 });
  expect(await match(one, second)).toMatchObject({ status: 200 });
  expect(await statedLines()).toEqual([]);
  for (const statement of [first, second]) expect(await match(another, statement)).toMatchObject({ status: 409 });
});

test('a movement stays matched whatever statement is imported afterwards, and in whatever order', async () => {
  await payOut('150.00');
  await payOut('150.00');
  const out = { id: nextTransactionId(), amount: '-150.00' };
  const lines = [{ id: nextTransactionId(), amount: '200.00' }, out];
  // The whole month is sent first and imported last.
  const staff = statementsOf(it, clerk.headers);
  const month = await staff.checked(csvOf(lines));
  const week = await importLines(lines);
  const [one, another] = (await bookLines()).filter(({ kind }) => kind === 'journal');
  const match = (line: BookLine | undefined, statement: string) =>
    send('POST', '/book_lines/match', { entry: line?.entry, line: line?.line, statement, statement_line: 3 });
  expect(await match(one, week)).toMatchObject({ status: 200 });
  await staff.start(month);
  await importServer(it).runDue();
  expect(await statedLines()).toEqual([]);
  for (const statement of [month, week]) expect(await match(another, statement)).toMatchObject({ status: 409 });
});

test('a line that shows money of an earlier statement once more is matched with nothing', async () => {
  const lines = [{ id: nextTransactionId(), amount: '200.00' }];
  const first = await importLines(lines);
  const second = await importLines([...lines, { id: nextTransactionId(), amount: '300.00' }]);
  const line = (await bookLines()).find(({ amount }) => amount === '200.00');
  const match = (statement: string) =>
    send('POST', '/book_lines/match', { entry: line?.entry, line: line?.line, statement, statement_line: 2 });
  expect(await match(second)).toMatchObject({ status: 404 });
  expect(await match(first)).toMatchObject({ status: 200 });
});

test('money is matched once, also where the statement of somebody else has become the one that it names', async () => {
  const money = (): JournalLine[] => [
    { account: '1000', side: 'debit', amount: '200.00' },
    { account: '3000', side: 'credit', amount: '200.00' },
  ];
  const [one, another] = [await posted(money()), await posted(money())];
  const [known, free] = ['200.00', '200.00'].map((amount) => ({ id: nextTransactionId(), amount }));
  const lines = [known, free] as { id: string; amount: string }[];
  const importer = await buildCaller(it, 'SuperUser');
  const match = async (journal: string, statement: string, line: number) => {
    const { entry } = (await send('GET', `/journals/${journal}`)).body;
    return send('POST', '/book_lines/match', { entry, line: 1, statement, statement_line: line });
  };
  const first = await importLines(lines);
  expect(await match(one, first, 3)).toMatchObject({ status: 200 });
  expect(await matchSame()).toMatchObject({ body: { message: '1 line matched.' } });
  const second = await importLines(lines, {}, importer);
  const named = await it.db
    .selectFrom('transfers')
    .select('statement_import')
    .where('transaction_id', 'in', pluck(lines, 'id'))
    .execute();
  expect(named.map(({ statement_import }) => statement_import)).toEqual([second, second]);
  for (const statement of [first, second])
    for (const line of [2, 3]) expect(await match(another, statement, line)).toMatchObject({ status: 409 });
  expect(await matchSame()).toMatchObject({ body: { message: expect.stringMatching(/^No further line/) } });
});

test('two movements of a statement that say the same are two', async () => {
  await payOut('150.00');
  await payOut('150.00');
  const fee = { id: '', amount: '-150.00' };
  const statement = await importLines([{ id: nextTransactionId(), amount: '200.00' }, fee, fee]);
  expect(await statedLines()).toMatchObject([
    { statement, line: 3 },
    { statement, line: 4 },
  ]);
});

test('the same words on the statements of two networks are two movements', async () => {
  const charge = { id: nextTransactionId(), amount: '-1.50' };
  for (const network of ['MTN', 'TELECEL'])
    await importLines([{ id: nextTransactionId(), amount: '200.00' }, charge], { network });
  expect(await statedLines()).toMatchObject([{ amount: '-1.50' }, { amount: '-1.50' }]);
});

test('whoever posted or matched a line does not reconcile it, and open lines stay open', async () => {
  await matchedByHand();
  await matchSame();
  await capture(nextTransactionId());
  // One wrote and matched the journal, the other approved it and so posted it, the clerk imported.
  for (const [by, did] of [
    [writer, 'matched'],
    [other, 'posted'],
  ] as const)
    expect(await reconcile(by)).toMatchObject({
      status: 403,
      body: {
        message: expect.stringMatching(
          new RegExp(`^You ${did} one of these lines, so .* decide\\. The first such line is of entry \\d+\\.$`),
        ),
      },
    });
  expect(await reconcile(await third())).toMatchObject({ status: 201, body: { message: '2 lines reconciled.' } });
  expect((await bookLines()).map(({ state }) => state).toSorted()).toEqual(['open', 'reconciled', 'reconciled']);
  expect(await reconcile(await third())).toMatchObject({ status: 409 });
});

test('the writer of a journal whose line somebody else matched does not reconcile it', async () => {
  const { line } = await matchedByHand();
  const { entry, line: place } = line;
  await send('POST', '/book_lines/unmatch', { entry, line: place });
  const [{ statement, line: statement_line }] = await statedLines();
  const asked = { entry, line: place, statement, statement_line };
  expect(await send('POST', '/book_lines/match', asked, await third())).toMatchObject({ status: 200 });
  expect(await reconcile(writer)).toMatchObject({
    status: 403,
    body: {
      message: `You wrote this, so somebody else has to decide. The first such line is of entry ${entry}.`,
    },
  });
});

test('who wrote or changed a journal decides nothing about it, and who asked for it reconciles none of it', async () => {
  const [editor, asker] = [await third(), await third()];
  const lines = [
    { account: '5050', side: 'debit', amount: '150.00' },
    { account: '1000', side: 'credit', amount: '150.00' },
  ];
  const rent = { day, description: 'Rent of the office', lines };
  const { id } = (await send('POST', '/journals', rent)).body;
  await send('PATCH', `/journals/${id}`, { ...rent, description: 'Rent of November' }, editor);
  await send('POST', `/journals/${id}/post`, undefined, asker);
  const { approval_id } = (await send('GET', `/journals/${id}`)).body;
  const approve = (by: Person) => send('POST', `/approvals/${approval_id}/approve`, undefined, by);
  for (const by of [writer, editor, asker]) expect(await approve(by)).toMatchObject({ status: 403 });
  expect(await approve(other)).toMatchObject({ status: 201 });
  const statement = await importLines([
    { id: nextTransactionId(), amount: '200.00' },
    { id: nextTransactionId(), amount: '-150.00' },
  ]);
  const line = (await bookLines()).find(({ kind }) => kind === 'journal');
  const asked = { entry: line?.entry, line: line?.line, statement, statement_line: 3 };
  expect(await send('POST', '/book_lines/match', asked, await third())).toMatchObject({ status: 200 });
  for (const by of [writer, editor, asker, other]) expect(await reconcile(by)).toMatchObject({ status: 403 });
  expect(await reconcile(await third())).toMatchObject({ status: 201 });
});

test('who recorded money reconciles it no more than who posted it', async () => {
  const id = nextTransactionId();
  const transfer = await capture(id);
  await noteHand(other, transfer);
  await importLines([{ id, amount: '200.00' }]);
  await matchSame();
  for (const by of [clerk, other]) expect(await reconcile(by)).toMatchObject({ status: 403 });
  expect(await reconcile(await third())).toMatchObject({ status: 201 });
});

test('the only person on the staff reconciles their own lines, and the list of lone decisions says so', async () => {
  const shared = it;
  it = await startApp();
  onTestFinished(async () => {
    await it.close();
    it = shared;
  });
  period = { account: '1000', from: '2026-11-01', to: '2026-11-30' };
  const only = await buildCaller(it, 'SuperAdmin');
  const id = nextTransactionId();
  await capture(id, only);
  await importLines([{ id, amount: '200.00' }], {}, only);
  expect(await send('POST', '/book_lines/match_same', period, only)).toMatchObject({ status: 200 });
  expect(await reconcile(only)).toMatchObject({ status: 201, body: { message: '1 line reconciled.' } });
  const { body } = await send('GET', '/alone_decisions', undefined, only);
  expect(body).toMatchObject([{ subject: 'MoMo, 1 Nov 2026 to 30 Nov 2026' }]);
});

test('of two who reconcile at once one does', async () => {
  await matchedByHand();
  const [one, another] = [await third(), await third()];
  const answers = await Promise.all([reconcile(one), reconcile(another)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await reconciliations()).toMatchObject([{ account: '1000', lines: 1, undone_at: null }]);
});

test('what is reconciled is neither freed nor reversed, not even by SQL; undoing frees its lines', async () => {
  const { journal, line } = await matchedByHand();
  const { body } = await reconcile(await third());
  const { entry, line: place } = line;
  expect(await send('POST', '/book_lines/unmatch', { entry, line: place })).toMatchObject({ status: 409 });
  await expect(sql`DELETE FROM book_line_matches WHERE entry = ${entry}`.execute(it.db)).rejects.toThrow(
    /stays as it is/,
  );
  const end = { change: 'reverse', reason: 'It was wrong.' };
  expect(await send('POST', `/journals/${journal}/end`, end)).toMatchObject({
    status: 409,
    body: { message: `Entry ${entry} is reconciled with a statement. Undo that reconciliation first.` },
  });
  expect((await send('GET', `/journals/${journal}`)).body.status).toBe('posted');
  const undoAs = (by: Person) => send('POST', `/reconciliations/${body.id}/undo`, { reason: 'Wrong days.' }, by);
  // One matched it, the other posted it: either could take it back alone then.
  for (const by of [writer, other])
    expect(await undoAs(by)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^You (posted|matched) one of these lines, so somebody else/) },
    });
  const another = await third();
  const undo = () => undoAs(another);
  expect(await undo()).toMatchObject({
    status: 200,
    body: { message: 'The reconciliation is undone. 1 line is matched, no longer reconciled.' },
  });
  expect(await undo()).toMatchObject({ status: 409 });
  expect(await bookLines('&state=matched')).toMatchObject([{ entry }]);
  expect(await reconciliations()).toMatchObject([{ undo_reason: 'Wrong days.' }]);
  // Reconciled again while its reversal waits, it is not reversed either.
  await send('POST', `/journals/${journal}/end`, end);
  const { approval_id } = (await send('GET', `/journals/${journal}`)).body;
  await reconcile(await third());
  const outdated = await send('POST', `/approvals/${approval_id}/approve`, undefined, other);
  expect(outdated.body.message).toContain('is reconciled with a statement');
  expect((await send('GET', `/journals/${journal}`)).body.status).toBe('posted');
});

test('only the account’s own statements and lines are matched, and few days are asked for', async () => {
  const { line, statement } = await matchedByHand();
  const wrong = { entry: line.entry, line: 1, statement, statement_line: 3 };
  expect(await send('POST', '/book_lines/match', wrong)).toMatchObject({ status: 404 });
  expect(await send('POST', '/book_lines/match', { ...wrong, line: 2, statement: '987654' })).toMatchObject({
    status: 404,
  });
  expect((await send('GET', `/stated_lines?${query.replace('1000', '1020')}`)).body).toEqual([]);
  const year = { account: '1000', from: '2026-01-01', to: '2026-12-31' };
  expect(await send('POST', '/reconciliations', year, other)).toMatchObject({ status: 400 });
  const operations = await buildCaller(it, 'Operations');
  expect(await send('GET', `/book_lines?${query}`, undefined, operations)).toMatchObject({ status: 403 });
  expect(await send('POST', '/reconciliations', period, operations)).toMatchObject({ status: 403 });
});
