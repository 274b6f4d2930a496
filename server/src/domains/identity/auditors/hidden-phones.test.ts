import { ENDPOINTS, hidePhones, permissionsOf } from '@banbo/contract';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseApproval } from '#domains/approvals';
import { cashUpApproval } from '#domains/books';
import { post } from '#domains/ledger';
import { buildBookkeeper, buildCashUp, fillAccount } from '../../../../test/builders/books.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildAuditor, buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

type Headers = Record<string, string>;

/** A person's number as staff, drivers and statements write it. */
const PHONES = ['0244123456', '024 412 3456', '+233244123456', '024-412-3456'];
const CALL = `Call ${PHONES.join(' or ')}`;

let it: TestApp;
let staff: Headers;
let auditor: Headers;
let ids: Record<string, string>;

let key = 0;
const call = async (method: 'GET' | 'POST', path: string, headers: Headers, payload?: object) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `phones-${key}-0123456789` } : {};
  const answer = await it.app.inject({
    ...{ method, url: `/api${path}`, headers: { ...headers, ...keyed } },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, text: answer.body, json: () => answer.json() };
};
const make = async (path: string, payload: object): Promise<string> => {
  const { status, text, json } = await call('POST', path, staff, payload);
  if (status >= 300) throw new Error(`${path}: ${text}`);
  return json().id;
};

/** A statement with a line that the books do not have, which paid out. */
const importStatement = async (): Promise<void> => {
  const people = statementsOf(it, staff);
  const named = { date: '18/11/2026', name: PHONES[0] as string, reference: CALL };
  const lines = ['200.00', '-90.00'].map((amount) => ({ ...named, id: nextTransactionId(), amount }));
  const id = await people.checked(statementCsv(lines));
  await people.start(id);
  await importServer(it).runDue();
};

/** An entry on the MoMo account, which is held against statements. */
const postOnMomo = () => {
  const postings = [
    { account: '1000', pesewas: -9_000n },
    { account: '5090', pesewas: 9_000n },
  ];
  const entry = { day: '2026-11-18', kind: 'journal' as const, subjectId: '900', description: CALL, postings };
  return it.db.transaction().execute((tx) => post(tx, [entry], { by: null, now: it.clock.now }));
};

/** A cash-up that another person refused. */
const refuseCash = async (): Promise<string> => {
  const [clerk, by] = [await buildBookkeeper(it), await buildBookkeeper(it)];
  const { id, approval } = await buildCashUp(it, clerk);
  const asked = { id: approval, body: { reason: CALL }, by, now: it.clock.now };
  const definitions = new Map([[cashUpApproval.kind, cashUpApproval]]);
  await it.db.transaction().execute((tx) => refuseApproval(tx, asked, { definitions }));
  return id;
};

beforeAll(async () => {
  it = await startApp();
  const { id: by, headers } = await buildCaller(it, 'SuperAdmin');
  staff = headers;
  const { driver } = await buildDriver(it, { mobile_number: PHONES[0] as string });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await make('/ledger_accounts', { code: '1040', name: `Float, ${PHONES[1]}`, kind: 'asset' });
  const lines = [
    { account: '1040', side: 'debit', amount: '900.00' },
    { account: '3000', side: 'credit', amount: '900.00' },
  ];
  const journal = await make('/journals', { day: '2026-11-02', description: CALL, lines });
  await call('POST', `/journals/${journal}/post`, staff);
  await make(`/journals/${journal}/repeat`, { day_of_month: 5 });
  await fillAccount(it, { id: by });
  const expense = await make('/expenses', {
    ...{ payee: PHONES[0], kind: '5090', day: '2026-11-02', paid_from: '1010', amount: '120.00', tax: 'none' },
    ...{ reference: PHONES[3], description: CALL },
  });
  await importStatement();
  await postOnMomo();
  ids = { journals: journal, expenses: expense, cash_ups: await refuseCash() };
  const { now } = it.clock;
  await sql`
    INSERT INTO reconciliations (account, from_day, to_day, lines, made_by, made_at, undone_by, undone_at, undo_reason)
    VALUES ('1000', '2026-11-01', '2026-11-30', 1, ${by}, ${now}, ${by}, ${now}, ${CALL})`.execute(it.db);
  await sql`
    INSERT INTO book_checks (begun_at, ended_at, difference_count, differences)
    VALUES (${now}, ${now}, 1, ${JSON.stringify([CALL])}::jsonb)`.execute(it.db);
  auditor = (await buildAuditor(it)).headers;
});
afterAll(() => it.close());

const OF_AUDITORS: readonly string[] = permissionsOf('Auditor');
const ofAuditors = ENDPOINTS.filter(({ access }) => OF_AUDITORS.includes(access));

/** The queries that endpoints ask for, beside the format. */
const DAYS = 'from=2026-11-01&to=2026-11-30';
const QUERIES: Readonly<Record<string, string>> = {
  '/account_statement': 'account=1040',
  '/book_months': 'year=2026',
  '/expense_sums': DAYS,
  '/missing_cash_ups': DAYS,
  '/book_lines': `account=1000&${DAYS}`,
  '/stated_lines': `account=1000&${DAYS}`,
  '/book_statements/:part': DAYS,
  '/revenue': DAYS,
  '/revenue/due': DAYS,
};

/** The address with which an endpoint is asked for: lists that are saved as CSV can be read. */
const addressOf = (url: string): string => {
  const [list = url] = url.split(/\/export$|\/file$/);
  const query = [QUERIES[list] ?? '', list === url ? '' : 'format=csv'].filter(Boolean).join('&');
  const [, resource = ''] = url.split('/');
  const path = url
    .replace(':code', '1040')
    .replace(':month', '2026-11')
    .replace(':year', '2026')
    .replace(':part', 'balance')
    .replace(':id', ids[resource] ?? '1');
  return `${path}?${query}`;
};

/** Papers and archives, which other tests read. */
const OWN_FILES =
  /^\/(book_attachments\/:id|book_archives\/:id\/file|book_statements\/:part\/file|cash_ups\/:id\/pdf)$/;
const readable = ofAuditors.flatMap(({ method, url }) => (method === 'GET' && !OWN_FILES.test(url) ? [url] : []));
const hasPhone = (text: string): boolean => PHONES.some((phone) => text.includes(phone));

test('staff read phone numbers in these answers, and auditors read all of them without', async () => {
  const without: string[] = [];
  for (const url of readable) {
    const [shown, whole] = [await call('GET', addressOf(url), auditor), await call('GET', addressOf(url), staff)];
    expect([shown.status, whole.status], `${url}: ${shown.text}`).toEqual([200, 200]);
    expect(hasPhone(shown.text), url).toBe(false);
    // Nothing that the rule would hide is left: it finds other spellings, too.
    expect(hidePhones(shown.text), url).toBe(shown.text);
    if (hasPhone(whole.text)) expect(shown.text, url).toContain('024•••456');
    else without.push(url);
  }
  // Sums, months and years, and names that nobody writes.
  expect(without).toEqual([
    ...['/expense_terms', '/expense_sums', '/book_months', '/book_months/:month/left', '/book_archives'],
    ...['/missing_cash_ups', '/missing_cash_ups/export', '/book_years', '/book_years/:year'],
    ...['/revenue', '/revenue/file', '/revenue/due'],
  ]);
});

test('files of statements and of revenue hide the phone number in the name of an account', async () => {
  const named = { '5090': 'Loan of Ama, 0244123456', '4000-RF': 'Fees, ask 024-412-3456' };
  for (const [code, name] of Object.entries(named))
    await sql`UPDATE ledger_accounts SET name = ${name} WHERE code = ${code}`.execute(it.db);
  const statement = async (headers: Headers) => {
    const { rawPayload } = await it.app.inject({ url: `/api/book_statements/trial/file?${DAYS}&format=pdf`, headers });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
    return text.replace(/\s+/g, ' ');
  };
  expect(await statement(staff)).toContain('Loan of Ama, 0244123456');
  expect(await statement(auditor)).toContain('Loan of Ama, 024•••456');
  const revenue = async (headers: Headers) => (await call('GET', `/revenue/file?${DAYS}&format=csv`, headers)).text;
  expect(await revenue(staff)).toContain('024-412-3456');
  expect(await revenue(auditor)).toContain('Fees, ask 024•••456');
});

test('the one thing that an auditor may write is an archive of the books', () => {
  expect(OF_AUDITORS).toEqual(['ledger.read', 'books.read']);
  const writing = ofAuditors.filter(({ method }) => method !== 'GET');
  expect(writing.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /book_archives']);
});
