import { Readable } from 'node:stream';
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

/** The file as a stream; destroying it ends `batches`. */
export const fileStream = <Row>({ name, format, columns, batches }: File<Row>): Readable =>
  format === 'csv' ? Readable.from(csvOf(columns, batches), { objectMode: false }) : xlsxOf(name, columns, batches);

/** Names the answer as a file to save: `payments-2026-11-21.csv`. */
export const describeFile = <Row>(reply: FastifyReply, { name, format, now }: File<Row>): FastifyReply =>
  reply
    .header('content-type', format === 'csv' ? `${EXPORT_MEDIA_TYPES.csv}; charset=utf-8` : EXPORT_MEDIA_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}-${today(now)}.${format}"`);
