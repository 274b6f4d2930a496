import type { Readable } from 'node:stream';
import {
  type BookStatement,
  type BookStatementLine,
  EXPORT_MEDIA_TYPES,
  formatInstant,
  formatNet,
  type ListColumn,
  type Site,
  STATEMENT_PART_LABELS,
  type StatementFormat,
  type StatementPart,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { headOfPaper, tablePdf } from '#domains/documents';
import { xlsxOf } from '#lib/spreadsheet/sheet-xml.ts';
import type { Days } from './book-days.ts';
import { readStatement } from './read-statements.ts';

const LOOKS = { section: 'bold', heading: 'bold', account: 'plain', sum: 'bold', result: 'result' } as const;

type Figures = Pick<BookStatementLine, 'figures'>;

const amountIn = ({ figures }: Figures, n: number): string | null => figures[n]?.amount ?? null;

const EMPTY = 'Nothing was posted on these days.';

/** A statement as PDF, with the company's head and numbered pages. */
export const statementPdf = (
  { title, columns, has_change, lines, is_empty }: BookStatement,
  { company, now }: { company: Site; now: Date },
): Promise<Buffer> =>
  tablePdf({
    head: headOfPaper(company),
    title,
    lead: `In Ghana cedis. Made ${formatInstant(now.toISOString())} GMT.${is_empty ? ` ${EMPTY}` : ''}`,
    columns: ['Account', ...columns, ...(has_change ? ['Change'] : [])],
    rows: lines.map((line) => ({
      name: line.name,
      depth: line.depth,
      look: LOOKS[line.kind],
      cells: [
        ...columns.map((_, n) => formatNet(amountIn(line, n) ?? '').replace('−', '-')),
        ...(has_change ? [line.change ?? ''] : []),
      ],
    })),
    made: now,
  });

/** A change as a number, since a spreadsheet would take `+37%` for a formula. */
export const changeColumn: ListColumn<{ change: string | null }> = {
  key: 'change',
  header: 'Change in %',
  kind: 'number',
  value: ({ change }) => change && Number(change.replace('−', '-').replace(/[+%,]/g, '')),
};

/** The columns of a statement in a spreadsheet, whose cells hold numbers. */
export const sheetColumns = ({ columns, has_change }: Pick<BookStatement, 'columns' | 'has_change'>) => {
  const figures = columns.map(
    (header, n): ListColumn<BookStatementLine> => ({
      key: `figure ${n}`,
      header,
      kind: 'money',
      value: (line) => amountIn(line, n),
    }),
  );
  return [
    { key: 'code', header: 'Code', kind: 'text', value: ({ code }) => code },
    { key: 'name', header: 'Account', kind: 'text', value: ({ name, depth }) => `${'   '.repeat(depth)}${name}` },
    ...figures,
    ...(has_change ? [changeColumn] : []),
  ] satisfies ListColumn<BookStatementLine>[];
};

/** All rows at once, where they are few. */
export async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** Some rows as a workbook of one sheet. */
export const sheetOf = <Row>(name: string, columns: readonly ListColumn<Row>[], rows: readonly Row[]): Readable =>
  xlsxOf(name, columns, inOneBatch(rows));

const NAMES = {
  income: 'income-statement',
  balance: 'balance-sheet',
  trial: 'trial-balance',
  months: 'by-month',
} as const;

type Asked = { part: StatementPart; query: Days & { format: StatementFormat }; now: Date };

/** Gives a record as the caller may see it. */
export type Shown = <T>(record: T) => T;

/** A file to send: a stream is of a workbook. */
export type BookFile = { name: string; media: string; body: Buffer | Readable };

type FileDeps = { company: () => Promise<Site>; shown: Shown };

/** A statement as a file. Refused as the statement is. */
export const statementFile = async (
  db: Db,
  { part, query: { format, ...days }, now }: Asked,
  { company, shown }: FileDeps,
): Promise<BookFile> => {
  const statement = shown(await readStatement(db, { part, query: days }));
  const name = `${NAMES[part]}-${days.from}-to-${days.to}.${format}`;
  if (format === 'pdf') {
    return { name, media: 'application/pdf', body: await statementPdf(statement, { company: await company(), now }) };
  }
  const body = sheetOf(STATEMENT_PART_LABELS[part], sheetColumns(statement), statement.lines);
  return { name, media: EXPORT_MEDIA_TYPES.xlsx, body };
};
