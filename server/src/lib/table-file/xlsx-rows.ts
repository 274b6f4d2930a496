import { cellText, type RawCell } from './cell-text.ts';
import { MAX_COLUMNS, rowCollector, type TableRow, tooLarge } from './table-row.ts';
import { walkXml } from './walk-xml.ts';
import { openWorkbook } from './workbook-facts.ts';

/** Characters of one cell; more of it is no value of a table. */
const MAX_VALUE = 32_767;

/** The column of an address such as `AB12`, from 0. */
const columnOf = (address: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]*/.exec(address)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const PARTS = { v: 'value', t: 'value', f: 'formula' } as const;
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

/** The lines of a workbook's first sheet, by pieces of it. A formula counts as the value that the spreadsheet last saw. */
export async function* xlsxRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  const workbook = await openWorkbook(bytes);
  const found = rowCollector();
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let cell: RawCell | null = null;
  let part: keyof typeof PARTS | null = null;
  const sheet = walkXml(workbook.parts.read(workbook.sheet), {
    open: (name, { r, t = 'n', s = '0' }) => {
      if (name === 'row') {
        line = Number(r ?? line + 1);
        cells = [];
        column = -1;
      }
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
      if (name !== 'row') return;
      found.add(
        line,
        Array.from(cells, (text = '') => text),
      );
    },
  });
  for await (const _ of sheet) yield* found.take();
}
