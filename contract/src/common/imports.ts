import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { columnOf } from './lists/define-list.ts';

/** Bytes that a file with a table may have. */
export const MAX_TABLE_BYTES = 10_000_000;
/** Columns that a table may have. */
const MAX_TABLE_COLUMNS = 60;
/** Lines at a file's beginning among which its column names stand. */
export const MAX_HEAD_LINES = 30;

export const MISSING_COLUMN = 'Please choose the column.';

/** Which number comes first in days such as 11/12/2026. */
export const DAY_ORDERS = ['dmy', 'mdy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];
export const DAY_ORDER_LABELS = {
  dmy: 'Day first: 20/11/2026',
  mdy: 'Month first: 11/20/2026',
} as const satisfies Record<DayOrder, string>;

/** The line of the file in which the column names stand. */
export const HeaderLine = z.int().min(1).max(1_000_000);

/** A column of the file, counted from 0. */
export const TableColumn = z
  .int()
  .min(0)
  .max(MAX_TABLE_COLUMNS - 1);

/** A line of a file, with its number in the file, from 1. */
export const FileLine = z.object({ line: z.int(), cells: z.array(z.string()) });
export type FileLine = z.output<typeof FileLine>;

/**
 * `checked` has a mapping and can be imported; `failed` stopped on its way and can go on, as a
 * `cancelled` one can.
 */
export const IMPORT_STATUSES = ['uploaded', 'checked', 'importing', 'imported', 'cancelled', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const IMPORT_STATUS_LABELS = {
  uploaded: 'Columns to be chosen',
  checked: 'Checked',
  importing: 'Importing',
  imported: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Stopped',
} as const satisfies Record<ImportStatus, string>;

/** An import in short. */
export const ImportSummary = z.object({
  id: Id,
  file_name: z.string(),
  /**
   * Lines besides that of the column names; once the columns are chosen, those below it. Empty ones
   * are none.
   */
  line_count: z.int(),
  status: z.enum(IMPORT_STATUSES),
  uploaded_at: Instant,
  /** The username of whoever sent it. */
  uploaded_by: z.string(),
  imported_at: Instant.nullable(),
});
export type ImportSummary = z.output<typeof ImportSummary>;

const status = {
  key: 'status',
  header: 'Status',
  kind: 'text',
  value: (row: Pick<ImportSummary, 'status'>) => IMPORT_STATUS_LABELS[row.status],
} as const;

/** The columns of a list of imports. */
export const IMPORT_COLUMNS = [
  columnOf('file_name', 'File'),
  columnOf('uploaded_at', 'Sent', 'instant', { sort: 'uploaded_at' }),
  columnOf('uploaded_by', 'Sent By'),
  columnOf('line_count', 'Lines', 'number'),
  status,
  columnOf('imported_at', 'Imported', 'instant'),
] as const;

/** How far an import is; `failure` says what failed last. */
export const ImportProgress = z.object({ done: z.int(), total: z.int(), failure: z.string() });
export type ImportProgress = z.output<typeof ImportProgress>;
