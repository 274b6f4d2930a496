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
const DayOrder = z.enum(['dmy', 'mdy']);
export type DayOrder = z.output<typeof DayOrder>;
export const DAY_ORDER_LABELS = { dmy: 'Day first: 20/11/2026', mdy: 'Month first: 11/20/2026' } as const;

/** A line of a file, with its number in the file, from 1. */
const FileLine = z.object({ line: z.int(), cells: z.array(z.string()) });
export type FileLine = z.output<typeof FileLine>;

/** A `checked` import has a mapping; `cancelled` and `failed` ones stopped and can go on. */
export const IMPORT_STATUS_LABELS = {
  uploaded: 'Columns to be chosen',
  checked: 'Checked',
  importing: 'Importing',
  imported: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Stopped',
} as const;
export type ImportStatus = keyof typeof IMPORT_STATUS_LABELS;

const ImportSummary = z.object({
  id: Id,
  file_name: z.string(),
  /** Counts the lines below the column names, once these are chosen. Empty lines never count. */
  line_count: z.int(),
  status: z.enum(Object.keys(IMPORT_STATUS_LABELS) as ImportStatus[]),
  uploaded_at: Instant,
  /** The sender's username. */
  uploaded_by: z.string(),
  imported_at: Instant.nullable(),
});
export type ImportSummary = z.output<typeof ImportSummary>;

const COLUMNS = [
  columnOf('file_name', 'File'),
  columnOf('uploaded_at', 'Sent', 'instant', { sort: 'uploaded_at' }),
  columnOf('uploaded_by', 'Sent By'),
  columnOf('line_count', 'Lines', 'number'),
  {
    key: 'status',
    header: 'Status',
    kind: 'text',
    value: (row: Pick<ImportSummary, 'status'>) => IMPORT_STATUS_LABELS[row.status],
  },
  columnOf('imported_at', 'Imported', 'instant'),
] as const;

/** How far a job on an import is; `failure` says what failed last. */
export const ImportProgress = z.object({ done: z.int(), total: z.int(), failure: z.string() });
export type ImportProgress = z.output<typeof ImportProgress>;

/** The parts of a line: their labels, those whose column must be chosen, and those that are days. */
export type LineFields<Field extends string = string, Needed extends Field = Field> = {
  labels: Readonly<Record<Field, string>>;
  needed: readonly Needed[];
  days: readonly NoInfer<Field>[];
};

const TableColumn = z
  .int()
  .min(0)
  .max(MAX_TABLE_COLUMNS - 1);
const optionalColumn = TableColumn.nullable().default(null);

/** Makes a schema of each part of a line. */
const eachField = <Field extends string, Schema>(labels: Record<Field, string>, schemaOf: (field: Field) => Schema) =>
  Object.fromEntries(Object.keys(labels).map((field) => [field, schemaOf(field as Field)])) as Record<Field, Schema>;

type Shape = Readonly<Record<string, z.ZodType>>;

type Common = {
  url: `/${string}`;
  access: Permission;
  tags: readonly string[];
  /** Names the list of these imports in file names and the audit log. */
  name: string;
  /** The record's key in answers, its kind in the audit log, and its key in the input of its job. */
  noun: string;
  /** The key of the record's number in the answer to a file. */
  idKey: string;
  /** A file of this kind in sentences about one, and in those that name the kind. */
  thing: string;
  kind: string;
};

/**
 * Defines an import of a file with a table: its list, and the endpoints that take the file, show it, map its columns, and begin,
 * stop and discard the import. The server adds how lines are judged and taken (`server/src/domains/imports`), the web its
 * texts and columns (`web/app/components/table-import`).
 */
export const defineImport = <
  const Field extends string,
  const Needed extends Field,
  Own extends Shape,
  const Outcome extends string,
  Counted extends Shape,
  Row extends Shape,
  One extends Shape,
  const Key extends string,
>(
  definition: Common & {
    fields: LineFields<Field, Needed>;
    /** The parts of a mapping beside the columns. */
    own: Own;
    /** Rules over several parts, each with the field and the sentence of its refusal. */
    rules: readonly (readonly [
      holds: (mapping: Readonly<Record<Field, number | null>>) => boolean,
      at: string,
      message: string,
    ])[];
    /** The outcomes of lines, those that an import takes, and what is counted of an outcome beside its lines. */
    outcomes: readonly [Outcome, ...Outcome[]];
    takes: readonly NoInfer<Outcome>[];
    counted: Counted;
    /** The list's fields and columns beside those of every import, and the record's further fields. */
    row: Row;
    columns: readonly (ListColumn<z.output<z.ZodObject<Row>>> & { key: Key })[];
    record: One;
    uploadsAnHour: number;
    /** The summary of the list, and the description of beginning the import. */
    texts: Readonly<Record<'list' | 'start', string>>;
  },
) => {
  const { url, access, tags, texts, name, noun, kind, fields, own } = definition;
  const columnOfField = (field: string) => (fields.needed.some((one) => one === field) ? TableColumn : optionalColumn);
  const unruled = z.strictObject({
    /** The line of the file in which the column names stand. */
    header_line: z.int().min(1).max(1_000_000),
    day_order: DayOrder,
    // Counted from 0.
    ...(eachField(fields.labels, columnOfField) as Record<Needed, typeof TableColumn> &
      Record<Exclude<Field, Needed>, typeof optionalColumn>),
    ...own,
  });
  const mapping = definition.rules.reduce(
    (schema, [holds, at, message]) => schema.refine(holds as never, { message, path: [at] }),
    unruled,
  );
  /** A mapping as far as the file, or an earlier one of its kind, suggests it. */
  const suggestion = z.object({
    header_line: z.int(),
    /** Null where days could be read in both orders. */
    day_order: DayOrder.nullable(),
    ...eachField(fields.labels, () => z.int().nullable()),
    ...own,
  });
  const record = z.object({
    ...ImportSummary.shape,
    ...({ ...definition.row, ...definition.record } as Omit<Row, keyof One> & One),
    /** Null until the columns are chosen. */
    mapping: mapping.nullable(),
    counts: z.array(z.object({ outcome: z.enum(definition.outcomes), lines: z.int(), ...definition.counted })),
    /** Why it cannot be imported as it is mapped; empty where it can. */
    problem: z.string(),
    /** Null before its import. */
    progress: ImportProgress.nullable(),
    /** The lines at the file's beginning. */
    head: z.array(FileLine),
    suggestion,
    /** True when the suggestion is how an earlier file with the same column names was read. */
    is_remembered: z.boolean(),
  });
  const row = z.object({ ...ImportSummary.shape, ...definition.row });
  const errors = ['not_found', 'conflict'] as const;
  const about = (summary: string) => ({ summary, tags });
  return {
    ...definition,
    mapping,
    suggestion,
    record,
    list: defineList({
      ...{ name, url, access, tags, row, summary: `${texts.list}, the newest first` },
      columns: [...COLUMNS, ...definition.columns] as readonly (ListColumn<z.output<typeof row>> & {
        key: (typeof COLUMNS)[number]['key'] | Key;
      })[],
      filters: {},
      sorts: ['-uploaded_at', 'uploaded_at'],
      reach: 10_000,
    }),
    upload: endpoint(`POST ${url}`, access, {
      ...about(`Send a ${kind}, as CSV or XLSX`),
      description: 'Nothing is made of it yet: choose its columns, look at what would happen, and import it then.',
      idempotent: true,
      maxFileBytes: MAX_TABLE_BYTES,
      limits: [{ by: 'caller', max: definition.uploadsAnHour, seconds: 3_600 }],
      errors: ['too_large'],
      consumes: ['multipart/form-data'],
      body: z.strictObject({ file: z.file() }),
      created: Done.extend({ [definition.idKey]: Id }),
    }),
    show: endpoint(`GET ${url}/:id`, access, {
      ...about(`A ${kind}, how it is or could be read, and what becomes of its lines`),
      errors: ['not_found'],
      answer: record,
    }),
    map: endpoint(`PATCH ${url}/:id`, access, {
      ...about(`Say which column of a ${kind} is what, and see what an import would do`),
      description: 'Remembered for files with the same column names. Imports nothing.',
      errors,
      body: mapping,
      answer: Done.extend({ [noun]: record }),
    }),
    start: endpoint(`POST ${url}/:id/import`, access, {
      ...about(`Import a ${kind} as it was checked; it goes on by itself`),
      description: texts.start,
      idempotent: true,
      errors,
      created: Done,
    }),
    cancel: endpoint(`POST ${url}/:id/cancel`, access, {
      ...about(`Stop the import of a ${kind}; the lines that were taken stay, and it can go on later`),
      errors,
    }),
    discard: endpoint(`DELETE ${url}/:id`, access, {
      ...about(`Discard a ${kind} of which nothing was imported`),
      errors,
    }),
  };
};

/** An import of any definition, as far as the kits of the server and the web need to know it. */
export type AnyImport = Common & { fields: LineFields; takes: readonly string[]; list: AnyList } & Readonly<
    Record<'upload' | 'show' | 'map' | 'start' | 'cancel' | 'discard', Endpoint>
  >;
