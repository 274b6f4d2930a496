import { strFromU8, unzipSync } from 'fflate';

/** The records of a CSV text that begins with a byte order mark. */
export const readCsv = (text: string): string[][] => {
  if (!text.startsWith('\uFEFF')) throw new Error('No byte order mark');
  const lines: string[][] = [];
  for (const [, cell = '', end] of text.slice(1).matchAll(/("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n)/g)) {
    const line = lines.at(-1) ?? [];
    if (lines.length === 0) lines.push(line);
    line.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') lines.push([]);
  }
  lines.pop();
  return lines;
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

const plain = (text: string): string => text.replace(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '');

/** A one-sheet workbook's cells: text as text, numbers and days as numbers, empty ones as ''. */
export const readXlsx = (file: Uint8Array): (string | number)[][] => {
  const parts = unzipSync(file);
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)?<\/c>/gs)].map(([, number, text]) =>
      number === undefined ? plain(text ?? '') : Number(number),
    ),
  );
};
