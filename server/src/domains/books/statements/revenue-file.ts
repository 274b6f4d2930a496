import { Readable } from 'node:stream';
import { EXPORT_MEDIA_TYPES, type ExportFormat, type ListColumn } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { csvOf } from '#lib/spreadsheet/csv.ts';
import type { Days } from './book-days.ts';
import { type RevenueLine, readRevenue, revenueLines } from './revenue.ts';
import { type BookFile, changeColumn, inOneBatch, type Shown, sheetOf } from './statement-files.ts';

const columnsOf = ({ from, to }: Days, before: Days): ListColumn<RevenueLine>[] => [
  { key: 'part', header: 'By', kind: 'text', value: ({ part }) => part },
  { key: 'name', header: 'Name', kind: 'text', value: ({ name }) => name },
  { key: 'amount', header: `${from} to ${to}`, kind: 'money', value: ({ amount }) => amount },
  { key: 'before', header: `${before.from} to ${before.to}`, kind: 'money', value: (line) => line.before },
  changeColumn,
  { key: 'due', header: 'Was Due', kind: 'money', value: ({ due }) => due },
];

type Asked = { query: Days & { format: ExportFormat }; now: Date };

/** The figures of revenue as a file. Refused as they are. */
export const revenueFile = async (
  db: Db,
  { query: { format, ...days }, now }: Asked,
  shown: Shown,
): Promise<BookFile> => {
  const revenue = shown(await readRevenue(db, { query: days, now }));
  const lines = revenueLines(revenue);
  const columns = columnsOf(days, revenue.before);
  const name = `revenue-${days.from}-to-${days.to}.${format}`;
  if (format === 'xlsx') return { name, media: EXPORT_MEDIA_TYPES.xlsx, body: sheetOf('Revenue', columns, lines) };
  const body = Readable.from(csvOf(columns, inOneBatch(lines)), { objectMode: false });
  return { name, media: `${EXPORT_MEDIA_TYPES.csv}; charset=utf-8`, body };
};
