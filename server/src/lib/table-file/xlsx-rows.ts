import { MAX_HEAD_LINES } from '@banbo/contract';
import { Refusal } from '../refusal.ts';
import { dayOfSerial } from './read-day.ts';
import { MAX_CELL, MAX_COLUMNS, type OpenedTable, rowCollector, type TableRow, tidy, tooLarge } from './table-row.ts';
import { openWorkbook, type Workbook, walkXml } from './workbook-facts.ts';

type Sheet = Workbook['sheets'][number];
type RawCell = { type: string; style: number; value: string; formula: string };

const LAST_DAY = 2_958_465;
/** Digits of a number that spreadsheets keep. */
const DIGITS = 15;

/** A number with the digits that a spreadsheet shows, never with an exponent. */
export const numberText = (number: number): string => {
  const shown = Number(number.toPrecision(DIGITS));
  const text = String(shown);
  if (!text.includes('e')) return text;
  return Number.isInteger(shown) && Math.abs(shown) < 1e21 ? BigInt(shown).toString() : shown.toFixed(10);
};

/** A formula without a stored value is read as text that begins with `=`. */
const cellText = ({ type, style, value, formula }: RawCell, { texts, showsDay, is1904 }: Workbook): string => {
  if (value === '') return formula && `=${formula}`;
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type !== 'n' || !Number.isFinite(number)) return value;
  return showsDay[style] && number >= 1 && number <= LAST_DAY ? dayOfSerial(number, is1904) : numberText(number);
};

/** Characters of one cell, as many as Excel allows. */
const MAX_VALUE = 32_767;

/** The column of an address such as `AB12`, from 0. */
const columnOf = (address: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]*/.exec(address)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const PARTS = { v: 'value', t: 'value', f: 'formula' } as const;
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

/** Lines of a sheet. A formula counts as its last computed value. */
async function* sheetRows(workbook: Workbook, { path }: Sheet, longest: number): AsyncGenerator<TableRow> {
  const found = rowCollector(longest);
  let [line, cells, column]: [number, string[], number] = [0, [], -1];
  let cell: RawCell | null = null;
  let part: keyof typeof PARTS | null = null;
  const sheet = walkXml(workbook.parts.read(path), {
    open: (name, { r, t = 'n', s = '0' }) => {
      if (name === 'row') [line, cells, column] = [Number(r ?? line + 1), [], -1];
      if (name === 'c') {
        column = r ? columnOf(r) : column + 1;
        cell = { type: t, style: Number(s), value: '', formula: '' };
      }
      if (cell && isPart(name)) part = name;
    },
    text: (piece) => {
      if (!cell || !part || cell[PARTS[part]].length > MAX_VALUE) return;
      cell[PARTS[part]] += piece;
    },
    close: (name) => {
      if (name === part) part = null;
      if (name === 'c' && cell) {
        const text = cellText(cell, workbook);
        if (text !== '' && column >= MAX_COLUMNS) throw tooLarge(`Line ${line} has more than ${MAX_COLUMNS} columns.`);
        if (column >= 0 && column < MAX_COLUMNS) cells[column] = text;
        cell = null;
      }
      const filled = name === 'row' && Array.from(cells, (text = '') => text);
      if (filled) found.add(line, filled);
    },
  });
  for await (const _ of sheet) yield* found.take();
}

/** Sheets whose beginning is looked at. */
const MAX_SHEETS = 20;

/** The first lines of a sheet, none of one that cannot be read: another one may be meant. */
const headOf = async (workbook: Workbook, sheet: Sheet): Promise<TableRow[]> => {
  const head: TableRow[] = [];
  try {
    for await (const row of sheetRows(workbook, sheet, MAX_CELL)) if (head.push(row) === MAX_HEAD_LINES) break;
    return head;
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
};

const inWords = new Intl.ListFormat('en-GB');
/** Names of sheets that a sentence has, and characters of each. */
const NAMED = 5;
const MAX_NAME = 40;

const sheetsInWords = (sheets: readonly Sheet[]): string => {
  const names = sheets.slice(0, NAMED).map(({ name }) => `“${tidy(name, MAX_NAME)}”`);
  return inWords.format(sheets.length > NAMED ? [...names, `${sheets.length - NAMED} more`] : names);
};

const COUNTS_FROM_1904 =
  'Its days count from 1904: please format the column of days as dates, or they are read four years early.';

/**
 * Opens the sheet of the highest rank by its first lines, the first of several; of none above 0,
 * the first sheet. `note` says which was read of several, `looked` which were looked at.
 */
export const openXlsx = async (
  bytes: Uint8Array,
  longest: number,
  rank: (head: readonly TableRow[]) => number,
): Promise<OpenedTable> => {
  const workbook = await openWorkbook(bytes);
  const sheets = workbook.sheets.slice(0, MAX_SHEETS);
  const ranks: number[] = [];
  if (sheets.length > 1) for (const sheet of sheets) ranks.push(rank(await headOf(workbook, sheet)));
  const best = Math.max(0, ...ranks);
  const [first, ...alike] = sheets.filter((_, at) => (ranks[at] ?? 0) === best);
  const sheet = first ?? (sheets[0] as Sheet);
  const others = best > 0 && alike.length > 0 ? [sheetsInWords(alike)] : [];
  const notes = [
    ...(sheets.length > 1 ? [`Read from the sheet ${sheetsInWords([sheet])}.`] : []),
    ...others.map((names) => `Such a table is on ${names}, too: to import it, save that sheet as a file of its own.`),
    ...(workbook.is1904 ? [COUNTS_FROM_1904] : []),
  ];
  return {
    rows: sheetRows(workbook, sheet, longest),
    note: notes.join(' '),
    looked: sheets.length > 1 ? ` Its sheets ${sheetsInWords(sheets)} were looked at.` : '',
  };
};
