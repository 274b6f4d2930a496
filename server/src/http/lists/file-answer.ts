import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EXPORT_MEDIA_TYPES, type ExportFormat, type ListColumn, today } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import { csvOf } from '#lib/spreadsheet/csv.ts';
import { xlsxOf } from '#lib/spreadsheet/xlsx.ts';

type File<Row> = {
  name: string;
  format: ExportFormat;
  columns: readonly ListColumn<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  now: Date;
};

/** Milliseconds for the end of a broken file to go out, within those that a stop leaves (`start.ts`). */
const LAST_LINE_MS = 300;
const LOOK_MS = 10;

/** Resolves when all that `file` gave has gone out, or its receiver takes it too slowly. */
const allSent = async (file: Readable, response: ServerResponse): Promise<void> => {
  const deadline = performance.now() + LAST_LINE_MS;
  do await delay(LOOK_MS);
  while (file.readableLength + response.writableLength > 0 && performance.now() < deadline);
};

/** The file as a stream to `response`; destroying it ends `batches`. */
export const fileStream = <Row>({ name, format, columns, batches }: File<Row>, response: ServerResponse): Readable => {
  if (format === 'xlsx') return xlsxOf(name, columns, batches);
  const file: Readable = Readable.from(
    csvOf(columns, batches, () => allSent(file, response)),
    { objectMode: false },
  );
  return file;
};

/** Names the answer as a file to save: `payments-2026-11-21.csv`. */
export const describeFile = <Row>(reply: FastifyReply, { name, format, now }: File<Row>): FastifyReply =>
  reply
    .header('content-type', format === 'csv' ? `${EXPORT_MEDIA_TYPES.csv}; charset=utf-8` : EXPORT_MEDIA_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}-${today(now)}.${format}"`);
