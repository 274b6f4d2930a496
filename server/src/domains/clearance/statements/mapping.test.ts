import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { cellsOf, csvOf, HEADER, statementCsv } from '../../../../test/builders/statements.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { line, type Statements, startStatements } from '../../../../test/statements/harness.ts';

let it: Statements['it'];
let staff: Statements['staff'];
let putBack: () => Promise<void>;
beforeAll(async () => {
  ({ it, staff } = await startStatements());
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

test('columns are remembered by their names and may be chosen anew', async () => {
  const rows = [
    ['Tag', 'Nr', 'Summe'],
    ['18/11/2026', '1234', '5.00'],
  ];
  const mapping = { date: 0, transaction_id: 1, amount: 2, payer_name: null, reference: null };
  const first = (await staff.upload(csvOf(rows))).json().statement_id;
  expect(await staff.show(first)).toMatchObject({ is_remembered: false, suggestion: { date: null, amount: null } });
  expect((await staff.map(first, mapping)).statusCode).toBe(200);
  // Below some lines that tell whose account it is.
  const later = (await staff.upload(csvOf([['Account', 'of', 'the', 'company'], ['1'], ...rows]))).json().statement_id;
  expect(await staff.show(later)).toMatchObject({ is_remembered: true, suggestion: { ...mapping, header_line: 3 } });
  expect((await staff.map(later, { ...mapping, header_line: 3, day_order: 'mdy' })).statusCode).toBe(200);
  const third = (await staff.upload(csvOf(rows))).json().statement_id;
  expect((await staff.show(third)).suggestion.day_order).toBe('mdy');
});

test('statements of before there was a column of currencies are shown, and the column found by its name', async () => {
  const file = csvOf([[...HEADER, 'Currency'], ...[line(), line()].map((one) => [...cellsOf(one), 'EUR'])]);
  const before = await staff.checked(file);
  const uploaded = (await staff.upload(statementCsv([line()]))).json().statement_id;
  await sql`UPDATE statement_imports SET suggestion = suggestion - 'currency', mapping = mapping - 'currency'`.execute(
    it.db,
  );
  await sql`UPDATE statement_mappings SET mapping = mapping - 'currency'`.execute(it.db);
  await sql.raw(await readFile(join(MIGRATIONS, '0120_currency_of_statements.sql'), 'utf8')).execute(it.db);
  expect(await staff.show(before)).toMatchObject({ mapping: { currency: null }, suggestion: { currency: null } });
  expect(await staff.show(uploaded)).toMatchObject({ mapping: null, suggestion: { currency: null } });
  const later = (await staff.upload(file)).json().statement_id;
  expect(await staff.show(later)).toMatchObject({ is_remembered: true, suggestion: { amount: 3, currency: 6 } });
});

test('a bank’s heading says which account it is, and its reference number is the ID', async () => {
  const rows = [
    ['Value Date', 'Ref No', 'Narration', 'Credit'],
    ['18/11/2026', 'FT2632241', 'GR 2-11', '300.00'],
  ];
  const heading = [['Stanbic Bank Ghana', 'Statement of account'], ...rows];
  const id = (await staff.upload(csvOf(heading))).json().statement_id;
  const columns = { date: 0, transaction_id: 1, reference: 2, amount: 3 };
  expect((await staff.show(id)).suggestion).toMatchObject({ mode: 'bank', header_line: 2, ...columns });
  const momo = (await staff.upload(csvOf([['MTN MoMo, paid out to Stanbic Bank'], ...rows]))).json().statement_id;
  expect((await staff.show(momo)).suggestion).toMatchObject({ mode: 'momo' });
});

test('days that fit only the other order stop the import until that order is chosen', async () => {
  const file = statementCsv([line({ date: '11/20/2026' }), line({ date: '03/04/2026' })]);
  const id = (await staff.upload(file)).json().statement_id;
  expect((await staff.show(id)).suggestion.day_order).toBe('mdy');
  const problem =
    '1 of its days fit only the other order (Month first: 11/20/2026). Please choose that one, or correct the file where it has both.';
  expect((await staff.map(id)).json().statement).toMatchObject({ problem, counts: [{}, { outcome: 'unreadable' }] });
  const refused = await staff.start(id);
  expect([refused.statusCode, refused.json().message]).toEqual([409, problem]);
  expect((await staff.map(id, { day_order: 'mdy' })).json().statement).toMatchObject({
    problem: '',
    counts: [{ outcome: 'no_claim', lines: 2 }],
  });
  const ambiguous = (await staff.upload(statementCsv([line({ date: '03/04/2026' })]))).json().statement_id;
  expect((await staff.show(ambiguous)).suggestion.day_order).toBe('mdy');
  await it.db.deleteFrom('statement_mappings').execute();
  const unknown = (await staff.upload(statementCsv([line({ date: '03/04/2026' })]))).json().statement_id;
  expect((await staff.show(unknown)).suggestion.day_order).toBe(null);
});

test('a word of the direction that nobody has explained is asked about', async () => {
  const rows = [[...HEADER], ...[line(), line()].map(cellsOf)];
  for (const [at, word] of [
    [1, 'Transfer'],
    [2, 'Debit'],
  ] as const)
    (rows[at] ?? [])[1] = word;
  const id = await staff.checked(csvOf(rows), { direction: 1 });
  expect(await staff.show(id)).toMatchObject({ unknown_directions: ['Transfer'] });
  expect(await staff.counts(id)).toEqual({ unreadable: 1, outgoing: 1 });
  await staff.map(id, { direction: 1, directions: [{ text: 'Transfer', is: 'in' }] });
  expect(await staff.show(id)).toMatchObject({ unknown_directions: [] });
  expect(await staff.counts(id)).toEqual({ no_claim: 1, outgoing: 1 });
});

test('a mapping that does not fit the file is refused at its field', async () => {
  const id = (await staff.upload(statementCsv([line()]))).json().statement_id;
  const refusal = async (given: object) => {
    const { statusCode, ...response } = await staff.map(id, given);
    return [
      statusCode,
      ...response.json().issues.map((issue: { path: string; message: string }) => [issue.path, issue.message]),
    ];
  };
  expect(await refusal({ reference: 6 })).toEqual([
    400,
    ['body.reference', 'Reference: this file has no such column.'],
  ]);
  expect(await refusal({ date: 60 })).toEqual([400, ['body.date', 'The date is at most 59.']]);
  expect(await refusal({ header_line: 40 })).toEqual([
    400,
    ['body.header_line', 'Please choose the line of the column names among the first lines.'],
  ]);
  expect(await refusal({ amount: 0 })).toEqual([
    400,
    ['body.transaction_id', 'Date, transaction ID and amount stand in three columns of their own.'],
  ]);
});
