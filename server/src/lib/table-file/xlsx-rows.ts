import { dayOfSerial } from './read-day.ts';
import { MAX_COLUMNS, rowCollector, type TableRow, tooLarge } from './table-row.ts';
import { openWorkbook, type Workbook, walkXml } from './workbook-facts.ts';

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

/** Lines of a workbook's first sheet. A formula counts as its last computed value. */
export async function* xlsxRows(bytes: Uint8Array, longest: number): AsyncGenerator<TableRow> {
  const workbook = await openWorkbook(bytes);
  const found = rowCollector(longest);
  let [line, cells, column]: [number, string[], number] = [0, [], -1];
  let cell: RawCell | null = null;
  let part: keyof typeof PARTS | null = null;
  const sheet = walkXml(workbook.parts.read(workbook.sheet), {
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
