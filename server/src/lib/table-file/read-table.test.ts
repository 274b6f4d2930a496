import { constants, deflateRawSync } from 'node:zlib';
import { assert, asyncProperty, constantFrom, string } from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, sheetOf, workbookOf, workbookOfSheets } from '../../../test/builders/statements.ts';
import { openTable } from './read-file.ts';
import type { TableRow } from './table-row.ts';

type Bytes = string | Uint8Array;

const read = async (content: Bytes): Promise<TableRow[]> => {
  const rows: TableRow[] = [];
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for await (const row of (await openTable(bytes)).rows) rows.push(row);
  return rows;
};

const cells = async (content: Bytes): Promise<string[][]> => (await read(content)).map((row) => row.cells);

const refusal = async (content: Bytes): Promise<{ code: string; message: string }> =>
  read(content).then(
    () => ({ code: '', message: '' }),
    ({ code, message }) => ({ code, message }),
  );

const WEB_PAGE = 'This is a web page, whatever its name says. Please open it in a spreadsheet and save it as XLSX.';

const TABLE = [
  ['Date', 'ID', 'Amount'],
  ['20/11/2026', '68576386182', '1,200.00'],
];

test.each([',', ';', '\t', '|'])('a CSV may have its cells separated by %j', async (delimiter) => {
  expect(await cells(csvOf(TABLE, { delimiter }))).toEqual(TABLE);
});

test.each(['\r\n', '\n', '\r'])('a CSV’s lines may end with %j', async (end) => {
  expect(await cells(csvOf(TABLE, { end }))).toEqual(TABLE);
});

test('a CSV may say what separates its cells, and its lines keep their numbers', async () => {
  expect(await read('sep=;\r\na;b,b;c\r\n1;2;3\r\n')).toEqual([
    { line: 2, cells: ['a', 'b,b', 'c'] },
    { line: 3, cells: ['1', '2', '3'] },
  ]);
});

const GHANAIAN = 'Payer,Nana Yaɔ Ɛkow,₵\r\n1,2,3\r\n';
const WESTERN = 'Payer,José Ménsah – “Osu”,£\r\n1,2,3\r\n';

test.each([
  ['UTF-8', Buffer.from(GHANAIAN), 'Nana Yaɔ Ɛkow'],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${GHANAIAN}`), 'Nana Yaɔ Ɛkow'],
  ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${GHANAIAN}`, 'utf16le'), 'Nana Yaɔ Ɛkow'],
  ['UTF-16 without one', Buffer.from(WESTERN, 'utf16le'), 'José Ménsah – “Osu”'],
  ['UTF-16, the other way around', Buffer.from(`\uFEFF${GHANAIAN}`, 'utf16le').swap16(), 'Nana Yaɔ Ɛkow'],
  [
    'Windows-1252',
    Buffer.from('Payer,José Ménsah \x96 \x93Osu\x94,\xa3\r\n1,2,3\r\n', 'latin1'),
    'José Ménsah – “Osu”',
  ],
])('a CSV may be written in %s', async (_, bytes, name) => {
  const [first] = await cells(bytes);
  expect(first?.slice(0, 2)).toEqual(['Payer', name]);
});

test('a cell may have line breaks within quotation marks, and the lines after it keep their numbers', async () => {
  expect(await read('a,b,c\r\n1,"two\r\nlines, and ""more""",3\r\n\r\n4,5,6\r\n')).toEqual([
    { line: 1, cells: ['a', 'b', 'c'] },
    { line: 2, cells: ['1', 'two lines, and "more"', '3'] },
    { line: 5, cells: ['4', '5', '6'] },
  ]);
});

test('characters that nobody sees or that cannot be stored are left out', async () => {
  expect(await cells('a\u200b\u202eb,\ud800c \u00a0 d,\t1\r\n')).toEqual([['ab', '�c d', '1']]);
});

test('a quotation mark that is never closed is told by its line', async () => {
  expect(await refusal(`a,b,c\r\n1,2,3\r\n4,"5,6\r\n${'7,8,9\r\n'.repeat(50)}`)).toEqual({
    code: 'invalid_input',
    message: 'From line 3 on, a quotation mark is not closed or the line does not end.',
  });
  expect((await refusal(`a,b,c\r\n4,"${'x'.repeat(200_000)}\r\n`)).message).toContain('From line 2 on');
});

test('a file of a million lines is refused at the bound', async () => {
  const line = '20/11/2026,68576386182,300.00\r\n';
  expect(await read(line.repeat(50_000))).toHaveLength(50_000);
  expect(await refusal(line.repeat(300_000))).toEqual({
    code: 'too_large',
    message: 'This file has more than 50,000 lines. Please split it into shorter ones.',
  });
  const row = '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>';
  expect((await refusal(workbookOf(row.repeat(1_000_000)))).code).toBe('too_large');
});

const FILLED = 'a,b,c\n1,2,3\n';
const TOO_MANY_EMPTY = {
  code: 'too_large',
  message: 'This file has more than 200,000 empty lines. Please delete them and save it again.',
};

test.each([
  ['line feeds', '\n'],
  ['separators', ',,,,\r\n'],
  ['separators of another number than the first line has', ',\n'],
  ['empty quotes', '"","",""\n'],
])('a file with hundreds of thousands of lines of %s between its lines is refused at the bound', async (_, empty) => {
  expect((await read(FILLED + empty.repeat(200_000) + FILLED)).map(({ line }) => line)).toEqual([
    1, 2, 200_003, 200_004,
  ]);
  expect(await refusal(FILLED + empty.repeat(200_001) + FILLED)).toEqual(TOO_MANY_EMPTY);
});

test('a workbook with hundreds of thousands of empty rows is refused at the bound', async () => {
  expect(await refusal(workbookOf('<row/>'.repeat(200_001)))).toEqual(TOO_MANY_EMPTY);
});

test('an area in which nothing is may follow a file’s lines, as spreadsheets save it, and harms no cell before it', async () => {
  const last = ['1', 'two, ', '|'];
  expect(await cells(`a,b,c\r\n1,"two, ",|\r\n${',,,,\r\n'.repeat(1_000_000)}`)).toEqual([
    ['a', 'b', 'c'],
    last.map((cell) => cell.trim()),
  ]);
  expect(await cells('a;b;c\n1;2;|;\t;')).toEqual([
    ['a', 'b', 'c'],
    ['1', '2', '|'],
  ]);
});

test('a character of two code units stays whole wherever it stands in a file', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `${'x'.repeat(at % 7)}🚕`);
  const read = await cells(csvOf([['Payer', 'Amount'], ...names.map((name) => [name, '1'])]));
  expect(read.slice(1).filter(([name], at) => name !== names[at])).toEqual([]);
});

test('lines may have other numbers of cells than the first one', async () => {
  expect(await read('a,b,c\n1\n1,2,3,4\n')).toEqual([
    { line: 1, cells: ['a', 'b', 'c'] },
    { line: 2, cells: ['1'] },
    { line: 3, cells: ['1', '2', '3', '4'] },
  ]);
});

test('a line of millions of separators is refused before it is kept', async () => {
  expect((await refusal(`a,b,c\n${','.repeat(5_000_000)}d`)).message).toContain('From line 2 on');
});

test.each([
  ['elements within each other', '<a>'.repeat(2_000_000) + '</a>'.repeat(2_000_000)],
  ['attributes', `<a ${Array.from({ length: 500_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`],
])('a workbook with hundreds of thousands of %s is refused and takes little memory', async (_, sheet) => {
  const workbook = workbookOf(sheet);
  const before = process.memoryUsage.rss();
  expect((await refusal(workbook)).message).toBe('This workbook is damaged.');
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});

test('a workbook with millions of shared texts is refused', async () => {
  const shared = `<sst>${'<si/>'.repeat(1_000_001)}</sst>`;
  expect(await refusal(workbookOf('', { 'xl/sharedStrings.xml': shared }))).toEqual({
    code: 'too_large',
    message: 'This workbook has more text than can be read.',
  });
});

test.each([
  ['nothing', '', 'This file is empty.'],
  ['a PDF', '%PDF-1.7 and the rest', 'This is not a table. Please choose a CSV or XLSX file.'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'This is not a table. Please choose a CSV or XLSX file.'],
  [
    'an old or locked workbook',
    Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
    'This workbook is of an old kind or locked with a password. Please save it as CSV or XLSX.',
  ],
  ['another ZIP file', Buffer.from('504b0304', 'hex'), 'This file is damaged and cannot be unpacked.'],
  ['a web page', '<html><table><tr><td>Date</td></tr></table>', WEB_PAGE],
  ['a web page behind its head', '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE html><p>', WEB_PAGE],
  ['a web page in UTF-16', Buffer.from('\uFEFF<html xmlns:x="x"><head>', 'utf16le'), WEB_PAGE],
  ['a web page in Windows-1252', Buffer.from('\n<TABLE border=1><td>José', 'latin1'), WEB_PAGE],
  ['a web page kept as one file', 'MIME-Version: 1.0\nContent-Type: multipart/related', WEB_PAGE],
  [
    'a workbook as XML',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table>',
    'This is a workbook of an old kind. Please open it in a spreadsheet and save it as XLSX.',
  ],
  ['bytes', Buffer.from([1, 0, 2, 0, 0, 9]), 'This is not a text file. Please save it as CSV or XLSX.'],
])('a file of %s is refused with what to do', async (_, content, message) => {
  expect((await refusal(content)).message).toBe(message);
});

test('a file of too many columns is refused', async () => {
  expect((await refusal(`${'a,'.repeat(60)}z\r\n`)).message).toBe('Line 1 has more than 60 columns.');
  expect((await refusal(workbookOf('<row r="7"><c r="XFD7"><v>1</v></c></row>'))).message).toContain('Line 7 has more');
});

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\ mmm\\ yyyy"/>
  <numFmt numFmtId="165" formatCode="[Red]0.00&quot; paid by day&quot;"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
const WITH_STYLES = { 'xl/styles.xml': STYLES };

test('a workbook’s cells are texts, numbers without exponents, days, and formulas by their last value', async () => {
  const shared = `<sst><si><t>Date</t></si><si><r><t>Rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si></sst>`;
  const rows = await read(
    workbookOf(
      `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><t>A &amp; B</t></is></c></row>
       <row r="5"><c r="A5" s="1"><v>46346</v></c><c r="B5" s="2"><v>46346.7625</v></c><c r="C5" s="3"><v>46346.5</v></c>
         <c r="D5"><v>6.8576386182E10</v></c><c r="E5"><f>SUM(A1:A9)</f><v>300.00000000000006</v></c>
         <c r="F5"><f>NOW()</f></c><c r="G5" t="str"><f>A1</f><v>text</v></c><c r="H5" t="e"><v>#N/A</v></c>
         <c r="I5" t="b"><v>1</v></c></row>`,
      { ...WITH_STYLES, 'xl/sharedStrings.xml': shared },
    ),
  );
  expect(rows).toEqual([
    { line: 2, cells: ['Date', '', 'Rich text', 'A & B'] },
    {
      line: 5,
      cells: ['2026-11-20', '2026-11-20 18:18', '46346.5', '68576386182', '300', '=NOW()', 'text', '#N/A', 'TRUE'],
    },
  ]);
});

test('a time at the end of a day stays on that day', async () => {
  const times = [46234.99999884, 46234.9999999999, 46234.7625];
  const cellsOf = times.map((serial) => `<c s="1"><v>${serial}</v></c>`).join('');
  expect(await cells(workbookOf(`<row>${cellsOf}</row>`, WITH_STYLES))).toEqual([
    ['2026-07-31 23:59', '2026-08-01', '2026-07-31 18:18'],
  ]);
});

test('days of a workbook may count from 1904, and its first sheet that is not hidden counts', async () => {
  const workbook = `<x:workbook xmlns:x="x" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets>
    <x:sheet name="Hidden" r:id="rId1" state="hidden"/><x:sheet name="Lines" r:id="rId2"/></x:sheets></x:workbook>`;
  const rels = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
    <Relationship Id="rId2" Target="/xl/worksheets/lines.xml"/></Relationships>`;
  const lines = `<worksheet><sheetData><row><c s="1"><v>44884</v></c></row></sheetData></worksheet>`;
  const extra = { 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': rels, 'xl/worksheets/lines.xml': lines };
  expect(await read(workbookOf(sheetOf([['no']]), { ...extra, ...WITH_STYLES }))).toEqual([
    { line: 1, cells: ['2026-11-20'] },
  ]);
});

test('whatever a file begins with, it is read or refused in a sentence', async () => {
  const starts = constantFrom(
    '',
    '<',
    '<html',
    '<?xml ',
    '{',
    '[',
    'PK\x03\x04',
    '%PDF-',
    'sep=;\n',
    '\uFEFF',
    '="',
    "'",
  );
  const seen = new Set<string>();
  await assert(
    asyncProperty(
      starts,
      string({ maxLength: 80, unit: 'binary' }),
      constantFrom('utf8', 'utf16le'),
      async (...made) => {
        const [start, rest, encoding] = made;
        seen.add((await refusal(Buffer.from(start + rest, encoding))).code);
      },
    ),
    { numRuns: 500 },
  );
  expect([...seen].sort()).toEqual(['', 'invalid_input']);
});

test('names of columns in angle brackets make no web page', async () => {
  expect(await cells('<DATE>,<ID>\n1,2\n')).toEqual([
    ['<DATE>', '<ID>'],
    ['1', '2'],
  ]);
});

/** Reads by the sheet with most cells in its first line. */
const openBook = (...given: Parameters<typeof workbookOfSheets>) =>
  openTable(workbookOfSheets(...given), { rank: ([first]) => first?.cells.length ?? 0 });

test('of several sheets the one is read whose table has most, the first of several such, and is named', async () => {
  const cover = { name: 'Cover', rows: [['Statement'], ['For', 'Banbo']] };
  const lines = { name: 'Lines', rows: TABLE };
  const february = { name: 'February', rows: TABLE };
  const notes = async (...sheets: Parameters<typeof workbookOfSheets>[0]) => (await openBook(sheets)).note;
  expect(await notes(cover, lines)).toBe('Read from the sheet “Lines”.');
  expect(await notes(lines, cover)).toBe('Read from the sheet “Lines”.');
  expect(await notes(lines)).toBe('');
  expect(await notes(cover, { ...lines, state: 'hidden' })).toBe('');
  expect(await notes(cover, lines, february)).toBe(
    'Read from the sheet “Lines”. Such a table is on “February”, too: to import it, save that sheet as a file of its own.',
  );
  const rows: string[][] = [];
  for await (const row of (await openBook([cover, lines])).rows) rows.push(row.cells);
  expect(rows).toEqual(TABLE);
});

test('of many sheets twenty are looked at, and five of them named', async () => {
  const sheets = Array.from({ length: 22 }, (_, at) => ({ name: `S${at + 1}`, rows: at === 21 ? TABLE : [] }));
  expect(await openBook(sheets)).toMatchObject({
    note: 'Read from the sheet “S1”.',
    looked: ' Its sheets “S1”, “S2”, “S3”, “S4”, “S5” and 15 more were looked at.',
  });
});

test('a sheet of a chart is none, and one that cannot be read hides no other', async () => {
  const rels = `<Relationships><Relationship Id="rId0" Type="x/chartsheet" Target="c.xml"/>
    <Relationship Id="rId1" Type="x/worksheet" Target="w.xml"/><Relationship Id="rId2" Target="worksheets/of2.xml"/></Relationships>`;
  const sheets = ['Chart', 'Wide', 'Lines'].map((name, at) => `<sheet name="${name}" r:id="rId${at}"/>`).join('');
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels,
    'xl/c.xml': '<chartsheet/>',
    'xl/w.xml': '<worksheet><row r="1"><c r="XFD1"><v>1</v></c></row></worksheet>',
    'xl/worksheets/of2.xml': `<worksheet><sheetData>${sheetOf(TABLE)}</sheetData></worksheet>`,
  };
  const { note } = await openTable(workbookOf('', parts), { rank: ([first]) => first?.cells.length ?? 0 });
  expect(note).toBe('Read from the sheet “Lines”.');
});

test('a workbook whose days count from 1904 says so, since bare numbers are read as of 1900', async () => {
  const { note } = await openBook([{ name: 'A', rows: TABLE }], '<workbookPr date1904="1"/>');
  expect(note).toContain('Its days count from 1904');
});

test('the beginning of a large sheet takes no more of the room than is read of it', async () => {
  const wide = Array.from({ length: 30_000 }, (_, at) => [`${at}`, 'x'.repeat(400), 'x'.repeat(400), 'x'.repeat(400)]);
  const { rows } = await openBook([
    { name: 'Long', rows: wide },
    { name: 'Lines', rows: TABLE },
  ]);
  let count = 0;
  for await (const _ of rows) count += 1;
  expect(count).toBe(30_000);
});

test('a workbook that grows its own entities, is damaged or has no sheet is refused', async () => {
  const grown = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c><v>&b;</v>';
  const withSheet = (sheet: string) => workbookOf('', { 'xl/worksheets/sheet1.xml': sheet });
  expect((await refusal(withSheet(grown))).message).toBe('This workbook is damaged.');
  expect((await refusal(withSheet('<worksheet></sheetData>'))).message).toBe('This workbook is damaged.');
  expect((await refusal(workbookOf('', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }))).message).toBe(
    'This workbook has no sheet that could be read.',
  );
  expect((await refusal(workbookOf('').slice(0, 300))).message).toBe('This file is damaged and cannot be unpacked.');
});

/** A part of a ZIP file: its bytes as they are packed, and the size that it says it unpacks to. */
type Part = { name: string; packed: Buffer; says: number };

const field = (bytes: number, value: number): Buffer => {
  const written = Buffer.alloc(bytes);
  written.writeUIntLE(value, 0, bytes);
  return written;
};

/** A ZIP file (APPNOTE.TXT, 4.3) that says what it is told to. */
const zipOf = (parts: readonly Part[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, says } of parts) {
    const sizes = [field(4, 0), field(4, packed.length), field(4, says), field(2, name.length), field(2, 0)];
    const common = [field(2, 20), field(2, 0), field(2, 8), field(4, 0), ...sizes];
    const file = Buffer.concat([field(4, 0x04034b50), ...common, Buffer.from(name), packed]);
    const place = [field(2, 0), field(2, 0), field(2, 0), field(4, 0), field(4, offset)];
    directory.push(Buffer.concat([field(4, 0x02014b50), field(2, 20), ...common, ...place, Buffer.from(name)]));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const counts = [field(4, 0), field(2, parts.length), field(2, parts.length)];
  const end = [field(4, 0x06054b50), ...counts, field(4, entries.length), field(4, offset), field(2, 0)];
  return Buffer.concat([...files, entries, ...end]);
};

const packedText = (text: string) => ({ packed: deflateRawSync(text), says: text.length });

/** A workbook whose sheet unpacks to so many megabytes of spaces. */
const workbookOfMegabytes = (megabytes: number, says = megabytes * 1_000_000): Buffer => {
  // A part that ends at a byte and looks back at nothing, so that it may be repeated.
  const megabyte = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([...Array.from({ length: megabytes }, () => megabyte), deflateRawSync('')]);
  return zipOf([
    { name: 'xl/workbook.xml', ...packedText('<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>') },
    {
      name: 'xl/_rels/workbook.xml.rels',
      ...packedText('<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>'),
    },
    { name: 'xl/s.xml', packed, says },
  ]);
};

test('a sheet of 2 GB in a file of 2 MB is refused before it is unpacked', async () => {
  const bomb = workbookOfMegabytes(2_000);
  expect(bomb.length).toBeLessThan(2_500_000);
  const before = process.memoryUsage.rss();
  expect(await refusal(bomb)).toEqual({
    code: 'too_large',
    message: 'This file unpacks to more than can be read. Please split it into shorter ones.',
  });
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});

test('a sheet that unpacks to more than it says is refused as it shows', async () => {
  expect(await refusal(workbookOfMegabytes(20))).toEqual({ code: '', message: '' });
  const before = process.memoryUsage.rss();
  expect((await refusal(workbookOfMegabytes(2_000, 1_000))).message).toBe(
    'This file is damaged and cannot be unpacked.',
  );
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});
