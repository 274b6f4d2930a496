import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { columnOf, type ListColumn } from '@banbo/contract';
import { expect, test } from 'vitest';
import { readXlsx } from '../../../test/spreadsheets.ts';
import { csvOf, NOT_WHOLE } from './csv.ts';
import { sheetXml, xlsxOf } from './sheet-xml.ts';

type Row = { name: string | null; paid: string; on: string; at: string; phone: string; times: number };

const COLUMNS: readonly ListColumn<Row>[] = [
  columnOf('name', 'Name'),
  columnOf('paid', 'Paid', 'money'),
  columnOf('on', 'On', 'day'),
  columnOf('at', 'At', 'instant'),
  columnOf('phone', 'Phone', 'phone'),
  columnOf('times', 'Times', 'number'),
];
const ROW: Row = {
  name: 'Ama',
  paid: '-1500.00',
  on: '2026-11-20',
  at: '2026-11-20T18:00:00.000Z',
  phone: '+233241234567',
  times: -3,
};

async function* batches(...names: (string | null)[]) {
  for (const name of names) yield [{ ...ROW, name }];
}

const csv = async (...names: (string | null)[]): Promise<string> => {
  let text = '';
  for await (const some of csvOf(COLUMNS, batches(...names))) text += some;
  return text;
};

test('CSV whose rows end in an error says in its last line that it is not whole', async () => {
  const given: string[] = [];
  async function* broken() {
    yield* batches('Ama');
    throw new Error('gone');
  }
  const read = async () => {
    for await (const some of csvOf(COLUMNS, broken(), async () => void given.push('sent'))) given.push(some);
  };
  await expect(read()).rejects.toThrow('gone');
  expect(given.slice(-2)).toEqual([`"${NOT_WHOLE}"\r\n`, 'sent']);
});

test('CSV begins with the mark of UTF-8, ends lines as RFC 4180 says, and has values as spreadsheets read them', async () => {
  expect(await csv('Ɔbɔ, "Ama"', null)).toBe(
    '\uFEFF"Name","Paid","On","At","Phone","Times"\r\n' +
      '"Ɔbɔ, ""Ama""","-1500.00","2026-11-20","2026-11-20 18:00","024 123 4567","-3"\r\n' +
      ',"-1500.00","2026-11-20","2026-11-20 18:00","024 123 4567","-3"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
  'the text %j of CSV cannot run as a formula',
  async (name) => {
    expect((await csv(name)).split('\r\n').slice(1).join('\r\n').replace(/^"/, '')).toMatch(/^'/);
  },
);

test.each([
  ["X;=cmd|'/c calc'!A1", `"X;'=cmd|'/c calc'!A1"`],
  ['X; +1', `"X; '+1"`],
  ['X\t@SUM(A1)', `"X\t'@SUM(A1)"`],
  ['X; Y - Z', '"X; Y - Z"'],
])('the text %j of CSV is no formula where lines are split at semicolons or tabs either', async (name, cell) => {
  expect((await csv(name)).split('\r\n')[1]).toContain(`${cell},"-1500.00"`);
});

test('XLSX has money, days and numbers as numbers, and text as text that never runs', async () => {
  const file = await buffer(xlsxOf('names', COLUMNS, batches('=1+1', '<Ama & "Kofi">\u0001', null)));
  expect(readXlsx(file)).toEqual([
    ['Name', 'Paid', 'On', 'At', 'Phone', 'Times'],
    ['=1+1', -1500, 46_346, 46_346.75, '024 123 4567', -3],
    ['<Ama & "Kofi">', -1500, 46_346, 46_346.75, '024 123 4567', -3],
    ['', -1500, 46_346, 46_346.75, '024 123 4567', -3],
  ]);
});

test('a person’s name is text as any other, in CSV and in XLSX', async () => {
  const columns = [columnOf('name', 'Name', 'name')] as const satisfies readonly ListColumn<Row>[];
  const text = (await buffer(Readable.from(csvOf(columns, batches('=1+1', 'AMA OWUSU'))))).toString();
  expect(text).toBe('\uFEFF"Name"\r\n"\'=1+1"\r\n"AMA OWUSU"\r\n');
  const sheet = readXlsx(await buffer(xlsxOf('names', columns, batches('=1+1', 'AMA OWUSU'))));
  expect(sheet).toEqual([['Name'], ['=1+1'], ['AMA OWUSU']]);
});

test('a column of a sheet is as wide as its texts, within bounds, and a sheet without rows has its header', async () => {
  const widths = async (...names: string[]): Promise<string[]> => {
    let sheet = '';
    for await (const some of sheetXml(COLUMNS, batches(...names))) sheet += some;
    expect(sheet).toContain('Name');
    return [...sheet.matchAll(/width="(\d+)"/g)].map(([, width = '']) => width);
  };
  expect(await widths('Ama Mensah, Osu')).toEqual(['17', '14', '14', '18', '16', '10']);
  expect((await widths('A', 'x'.repeat(500)))[0]).toBe('8');
  expect((await widths('x'.repeat(500)))[0]).toBe('60');
  expect((await widths())[0]).toBe('8');
});

test('an error of the rows is the file’s, and a file that nobody takes any more ends the rows', async () => {
  async function* broken() {
    yield [ROW];
    throw new Error('the database is away');
  }
  await expect(buffer(xlsxOf('names', COLUMNS, broken()))).rejects.toThrow('the database is away');
  const [isAsked, hasEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* endless() {
    try {
      for (;;) {
        isAsked.resolve();
        yield [ROW];
      }
    } finally {
      hasEnded.resolve();
    }
  }
  const file = xlsxOf('names', COLUMNS, endless());
  file.resume();
  await isAsked.promise;
  file.destroy();
  await hasEnded.promise;
});
