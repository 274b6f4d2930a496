import { z } from 'zod';
import { Done, type Endpoint, endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { type AnyList, columnOf, defineList, type ListColumn } from './lists/define-list.ts';
import type { Permission } from './permissions.ts';

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

const TableColumn = z
  .int()
  .min(0)
  .max(MAX_TABLE_COLUMNS - 1);
const optionalColumn = TableColumn.nullable().default(null);

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

const statusColumn = {
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
  statusColumn,
  columnOf('imported_at', 'Imported', 'instant'),
] as const;

/** How far an import is; `failure` says what failed last. */
export const ImportProgress = z.object({ done: z.int(), total: z.int(), failure: z.string() });
export type ImportProgress = z.output<typeof ImportProgress>;

/** The parts of a line that a file's columns give: their labels, those that must be chosen, and those that are days. */
export type LineFields<Field extends string = string, Needed extends Field = Field> = {
  labels: Readonly<Record<Field, string>>;
  needed: readonly Needed[];
  days: readonly NoInfer<Field>[];
};

const fieldsOf = <Field extends string>({ labels }: Pick<LineFields<Field>, 'labels'>): Field[] =>
  Object.keys(labels) as Field[];

/** The part of a mapping that every import has: which column of the file is what, counted from 0. */
export const mappingShape = <Field extends string, Needed extends Field>(fields: LineFields<Field, Needed>) => ({
  /** The line of the file in which the column names stand. */
  header_line: z.int().min(1).max(1_000_000),
  day_order: z.enum(DAY_ORDERS),
  ...(Object.fromEntries(
    fieldsOf(fields).map((field) => [field, fields.needed.some((one) => one === field) ? TableColumn : optionalColumn]),
  ) as Record<Needed, typeof TableColumn> & Record<Exclude<Field, Needed>, typeof optionalColumn>),
});

/** The same as far as a file or an earlier one of its kind suggests it. */
export const suggestionShape = <Field extends string>(fields: Pick<LineFields<Field>, 'labels'>) => ({
  header_line: z.int(),
  /** Null where days could be read in both orders. */
  day_order: z.enum(DAY_ORDERS).nullable(),
  ...(Object.fromEntries(fieldsOf(fields).map((field) => [field, z.int().nullable()])) as Record<
    Field,
    z.ZodNullable<z.ZodInt>
  >),
});

/** The part of an import's record that every import has, beside `ImportSummary`. */
export const importShape = <Mapping extends z.ZodType, Suggestion extends z.ZodType, Count extends z.ZodType>(
  mapping: Mapping,
  suggestion: Suggestion,
  count: Count,
) => ({
  /** Null until the columns are chosen. */
  mapping: mapping.nullable(),
  /** Its lines by their outcome. */
  counts: z.array(count),
  /** Why it cannot be imported as it is mapped; empty where it can. */
  problem: z.string(),
  /** How far its import is; null before it. */
  progress: ImportProgress.nullable(),
  /** The lines at the file's beginning. */
  head: z.array(FileLine),
  suggestion,
  /** True when the suggestion is how an earlier file with the same column names was read. */
  is_remembered: z.boolean(),
});

type Definition<
  Row extends z.ZodType<ImportSummary>,
  Key extends string,
  One extends z.ZodType,
  Mapping extends z.ZodType,
> = {
  url: string;
  access: Permission;
  tags: readonly string[];
  /** Names the list of these imports in file names and the audit log. */
  name: string;
  row: Row;
  columns: readonly (ListColumn<z.output<Row>> & { key: Key })[];
  /** The record's key in answers, its kind in the audit log, and its key in the input of its job. */
  noun: string;
  /** The key of the record's number in the answer to a file. */
  idKey: string;
  record: One;
  mapping: Mapping;
  fields: LineFields;
  /** Outcomes of lines that an import takes; all others are left out. */
  takes: readonly string[];
  uploadsAnHour: number;
  /** The endpoints' summaries, and the descriptions of some of them. */
  texts: Readonly<Record<'list' | 'show' | 'cancel' | 'discard', string>> &
    Readonly<Record<'upload' | 'map' | 'start', readonly [summary: string, description: string]>>;
};

/**
 * Defines an import of a file with a table: its list, and the endpoints that take the file, show it, map its columns, and begin,
 * stop and discard the import. The server adds how lines are judged and taken (`server/src/domains/imports`), the web its
 * texts and columns (`web/app/components/table-import`).
 */
export const defineImport = <
  Row extends z.ZodType<ImportSummary>,
  const Key extends string,
  One extends z.ZodType,
  Mapping extends z.ZodType,
>(
  definition: Definition<Row, Key, One, Mapping>,
) => {
  const { url, access, tags, texts, name, noun, idKey, record, row, columns } = definition;
  const errors = ['not_found', 'conflict'] as const;
  const described = ([summary, description]: readonly [string, string]) => ({ summary, description, tags });
  return {
    ...definition,
    list: defineList({
      ...{ name, url, access, tags, row, columns, summary: texts.list },
      filters: {},
      sorts: ['-uploaded_at', 'uploaded_at'],
      reach: 10_000,
    }),
    upload: endpoint(`POST ${url}`, access, {
      ...described(texts.upload),
      idempotent: true,
      maxFileBytes: MAX_TABLE_BYTES,
      limits: [{ by: 'caller', max: definition.uploadsAnHour, seconds: 3_600 }],
      errors: ['too_large'],
      consumes: ['multipart/form-data'],
      body: z.strictObject({ file: z.file() }),
      created: Done.extend({ [idKey]: Id }),
    }),
    show: endpoint(`GET ${url}/:id`, access, { summary: texts.show, tags, errors: ['not_found'], answer: record }),
    map: endpoint(`PATCH ${url}/:id`, access, {
      ...described(texts.map),
      errors,
      body: definition.mapping,
      answer: Done.extend({ [noun]: record }),
    }),
    start: endpoint(`POST ${url}/:id/import`, access, {
      ...described(texts.start),
      idempotent: true,
      errors,
      created: Done,
    }),
    cancel: endpoint(`POST ${url}/:id/cancel`, access, { summary: texts.cancel, tags, errors }),
    discard: endpoint(`DELETE ${url}/:id`, access, { summary: texts.discard, tags, errors }),
  };
};

/** An import of any definition, as far as the kits of the server and the web need to know it. */
export type AnyImport = Pick<
  Definition<z.ZodType<ImportSummary>, string, z.ZodType, z.ZodType>,
  'noun' | 'idKey' | 'access' | 'fields' | 'takes' | 'mapping'
> & { list: AnyList } & Readonly<Record<'upload' | 'show' | 'map' | 'start' | 'cancel' | 'discard', Endpoint>>;
