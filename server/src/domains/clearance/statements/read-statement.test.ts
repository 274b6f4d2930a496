import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cellsOf,
  HEADER,
  sheetOf,
  statementCsv,
  statementForm,
  workbookOf,
} from '../../../../test/builders/statements.ts';
import { line, type Statements, startStatements } from '../../../../test/statements/harness.ts';

let it: Statements['it'];
let staff: Statements['staff'];
beforeAll(async () => {
  ({ it, staff } = await startStatements());
});
afterAll(() => it.close());

test('a workbook is read like a CSV', async () => {
  const money = line();
  const id = await staff.checked(workbookOf(sheetOf([[...HEADER], cellsOf(money)])));
  expect(await staff.lines(id)).toMatchObject([{ line: 2, outcome: 'no_claim', transaction_id: money.id }]);
});

test.each([
  [
    'without a table',
    'just a text',
    400,
    'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
  ],
  ['without a byte', '', 400, 'This file is empty.'],
  ['that is a page', '%PDF-1.7', 400, 'This is not a table. Please choose a CSV or XLSX file.'],
  [
    'of more than 10 MB',
    'x'.repeat(10_000_001),
    413,
    'This file is larger than 10 MB. Please split it into shorter ones.',
  ],
  [
    'of more than 50,000 lines',
    '1,2,3\n'.repeat(50_001),
    413,
    'This file has more than 50,000 lines. Please split it into shorter ones.',
  ],
  [
    'whose texts repeat too often',
    workbookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(3_000), {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(400)}</t></si></sst>`,
    }),
    413,
    'This file has more text than can be read. Please split it.',
  ],
])('a file %s is refused with what to do', async (_, content, status, message) => {
  const stored = () => it.db.selectFrom('statement_imports').select('id').orderBy('id').execute();
  const before = await stored();
  const refused = await staff.upload(content);
  expect([refused.statusCode, refused.json().message]).toEqual([status, message]);
  expect(await stored()).toEqual(before);
});

test('two files at once are refused', async () => {
  const form = statementForm(statementCsv([line()]));
  form.append('file', new File(['another'], 'other.csv'));
  const refused = await staff.call('POST', '', form);
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'Only one file can be sent at a time.']);
});
