import { strToU8, zipSync } from 'fflate';

/** A line of a statement, as MTN's has it. */
export type Line = {
  date: string;
  id: string;
  amount: string;
  name?: string;
  reference?: string;
};

export const HEADER = ['Date & Time', 'Payment Type', 'To/From', 'Amount', 'Transaction ID', 'Reference'];

/** The mapping of these columns. */
export const MAPPING = {
  header_line: 1,
  mode: 'momo',
  day_order: 'dmy',
  date: 0,
  transaction_id: 4,
  amount: 3,
  payer_name: 2,
  reference: 5,
} as const;

export const cellsOf = ({ date, id, amount, name = 'Ama Mensah', reference = '' }: Line): string[] => [
  date,
  'Payment',
  name,
  amount,
  id,
  reference,
];

/** A CSV text with every cell in quotation marks. */
export const csvOf = (rows: readonly (readonly string[])[], { delimiter = ',', end = '\r\n' } = {}): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + end).join('');

/** A statement's CSV with its column names. */
export const statementCsv = (lines: readonly Line[]): string => csvOf([HEADER, ...lines.map(cellsOf)]);

/** The mapping of the columns that `withBalances` adds to. */
export const BALANCED = { balance: HEADER.length } as const;

/**
 * Rows with a column of balances that run, and a first one of money that went out, so that the days
 * that are given of the statement count by themselves.
 */
export const withBalances = ([header = [], ...rows]: readonly (readonly string[])[]): string[][] => {
  const [date = '', ...others] = rows[0] ?? [];
  const out = [date, ...others.map((_, at) => (at === MAPPING.amount - 1 ? '-1.00' : ''))];
  let balance = 1_000_000;
  const balanced = [out, ...rows].map((cells) => {
    balance += Math.round(100 * Number(cells[MAPPING.amount]?.replaceAll(',', '')));
    return [...cells, (balance / 100).toFixed(2)];
  });
  return [[...header, 'Balance'], ...balanced];
};

/** A statement's CSV with balances that run. */
export const balancedCsv = (lines: readonly Line[]): string => csvOf(withBalances([HEADER, ...lines.map(cellsOf)]));

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** A workbook's parts around the cells of its sheet; `extra` adds parts or replaces them. */
export const workbookOf = (sheetData: string, extra: Record<string, string> = {}): Uint8Array<ArrayBuffer> => {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types/>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...extra,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Rows as the XML of a sheet, every cell a text. */
export const sheetOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells, at) => {
      const inside = cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`);
      return `<row r="${at + 1}">${inside.join('')}</row>`;
    })
    .join('');

type SheetOfBook = { name: string; rows: readonly (readonly string[])[]; state?: 'hidden' };

/** A workbook of several sheets; `properties` are those of the workbook. */
export const workbookOfSheets = (sheets: readonly SheetOfBook[], properties = ''): Uint8Array<ArrayBuffer> => {
  const named = sheets.map(
    ({ name, state = 'visible' }, at) => `<sheet name="${escaped(name)}" state="${state}" r:id="rId${at}"/>`,
  );
  const targets = sheets.map((_, at) => `<Relationship Id="rId${at}" Target="worksheets/of${at}.xml"/>`);
  const cells = sheets.map(({ rows }, at) => [
    `xl/worksheets/of${at}.xml`,
    `${HEAD}<worksheet><sheetData>${sheetOf(rows)}</sheetData></worksheet>`,
  ]);
  return workbookOf('', {
    'xl/workbook.xml': `${HEAD}<workbook xmlns:r="r">${properties}<sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${targets.join('')}</Relationships>`,
    ...Object.fromEntries(cells),
  });
};

/** A workbook whose table stands behind a cover, as banks and offices send them. */
export const behindCover = (rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  workbookOfSheets([
    { name: 'Cover', rows: [['Statement of account'], ['Prepared for', 'Banbo', 'Accra'], ['By', 'The bank', 'Osu']] },
    { name: 'Lines', rows },
  ]);

/** A form with a statement's file. */
export const statementForm = (content: string | Uint8Array<ArrayBuffer>, name = 'statement.csv'): FormData => {
  const form = new FormData();
  form.append('file', new File([content], name));
  return form;
};
