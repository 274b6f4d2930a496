import { z } from 'zod';
import { Done, type Endpoint, endpoint } from './endpoint.ts';
import { Id, Instant, type idParams } from './fields.ts';
import { type AnyList, columnOf, defineList, type ListColumn } from './lists/define-list.ts';
import { choiceFilter, fixedFilter } from './lists/filters.ts';
import type { Permission } from './permissions.ts';

export const MAX_TABLE_BYTES = 10_000_000;
/** The number of the last column that a table may have, counted from 0. */
const LAST_COLUMN = 59;
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

/** How far a job on an import is; `failure` says what failed last. */
export const ImportProgress = z.object({ done: z.int(), total: z.int(), failure: z.string() });
export type ImportProgress = z.output<typeof ImportProgress>;

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

const RECORD = {
  /** Why it cannot be imported as it is mapped; empty where it can. */
  problem: z.string(),
  /** Says which sheet of a workbook was read, and what to know of it; empty of most files. */
  read_from: z.string(),
  progress: ImportProgress.nullable(),
  head: z.array(FileLine),
  /** True when the suggestion is how an earlier file with the same column names was read. */
  is_remembered: z.boolean(),
};

export type ImportRecord = ImportSummary &
  z.output<z.ZodObject<typeof RECORD>> & {
    mapping: Readonly<Record<string, unknown>> | null;
    suggestion: Readonly<Record<string, unknown>>;
    counts: readonly { outcome: string; lines: number }[];
    taken_back?: { status: string } | number | null;
  };

const LINE = {
  id: z.string(),
  /** Its number in the file, from 1. */
  line: z.int(),
  /** Says why the line is left out or waits, or what to know about it. */
  reason: z.string(),
};

const COLUMNS = [
  columnOf('file_name', 'File'),
  columnOf('uploaded_at', 'Sent', 'instant', { sort: 'uploaded_at' }),
  columnOf('uploaded_by', 'Sent By'),
  columnOf('line_count', 'Lines', 'number'),
  { ...columnOf('status', 'Status'), value: (row: { status: ImportStatus }) => IMPORT_STATUS_LABELS[row.status] },
  columnOf('imported_at', 'Imported', 'instant'),
] as const;

/** The parts of a line: their labels, those that need a column, and those that are days. */
type LineFields<Field extends string = string, Needed extends Field = Field> = {
  labels: Readonly<Record<Field, string>>;
  needed: readonly Needed[];
  days: readonly NoInfer<Field>[];
};

const TableColumn = z.int().min(0).max(LAST_COLUMN);
const optionalColumn = TableColumn.nullable().default(null);

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.keys(labels) as [Key, ...Key[]];

/** A schema, or another value, of each part of a line. */
export const eachField = <Field extends string, T>(labels: Readonly<Record<Field, string>>, of: (field: Field) => T) =>
  Object.fromEntries(keysOf(labels).map((field) => [field, of(field)])) as Record<Field, T>;

type Shape = Readonly<Record<string, z.ZodType>>;
type Columns<Row extends Shape, Key> = readonly (ListColumn<z.output<z.ZodObject<Row>>> & { key: Key })[];
type EnumOf<Value extends string> = z.ZodEnum<{ [V in Value]: V }>;

const ofImport = fixedFilter('Import', Id.optional());

/** The filter of lines by their outcomes, in these words. */
export const outcomeFilter = <Outcome extends string>(labels: Readonly<Record<Outcome, string>>) =>
  choiceFilter('Outcome', 'All lines', keysOf(labels), (outcome) => labels[outcome]);

/** The rule of a mapping that no column is chosen for two of these fields. */
export const chosenOnce = <Field extends string>(fields: readonly Field[]) =>
  [
    (mapping: Readonly<Record<Field, number | null>>): boolean => {
      const columns = fields.map((field) => mapping[field]).filter((column) => column !== null);
      return new Set(columns).size === columns.length;
    },
    'header_line',
    'Please choose each column for one thing alone.',
  ] as const;

type Common = {
  url: `/${string}`;
  access: Permission;
  tags: readonly string[];
  /** Names the list of imports in file names and the audit log; that of lines is made of it. */
  name: string;
  /** The record's key in answers and in its job's input, and its kind in the audit log. */
  noun: string;
  /** The key of the record's number in the answer to a file. */
  idKey: string;
  /** A file of this kind in sentences about one, and in those that name the kind. */
  thing: string;
  kind: string;
};

/**
 * Defines an import of a file with a table: both lists, and the endpoints that take the file, show
 * it, map its columns, and begin, stop and discard the import. The server adds how lines are judged
 * and taken (`server/src/domains/imports`), the web its words (`web/app/components/table-import`).
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
  const Noun extends string,
  Line extends Shape,
  const LineKey extends string,
>(
  definition: Common & {
    noun: Noun;
    fields: LineFields<Field, Needed>;
    own: Own;
    /** Rules over several parts: the condition, and the field and the sentence of a refusal. */
    rules: readonly (readonly [
      (mapping: Readonly<Record<Field, number | null>> & z.output<z.ZodObject<Own>>) => boolean,
      string,
      string,
    ])[];
    /** The outcomes of lines in words of before the import, and those that it takes. */
    outcomes: Readonly<Record<Outcome, string>>;
    takes: readonly NoInfer<Outcome>[];
    /** Outcomes that are worth an import, though nothing is made of their lines. */
    keeps?: readonly NoInfer<Outcome>[];
    /** Counts of an outcome beside that of its lines. */
    counted: Counted;
    /** The list's fields and columns beside the common ones, and the record's further fields. */
    row: Row;
    columns: Columns<Row, Key>;
    record: One;
    /** A line's fields beside its number, outcome and reason, and the columns of its list. */
    line: Line;
    lineColumns: Columns<typeof LINE & Line & { outcome: EnumOf<Outcome> }, LineKey>;
    uploadsAnHour: number;
    /** Both lists in summaries, and the end of the lines' description and that of beginning. */
    texts: Readonly<Record<'list' | 'lines' | 'linesNote' | 'start', string>>;
  },
) => {
  const { url, access, tags, texts, name, noun, kind, fields, own } = definition;
  const columnOfField = (field: string) => (fields.needed.some((one) => one === field) ? TableColumn : optionalColumn);
  const mapping = definition.rules.reduce(
    (schema, [holds, at, message]) => schema.refine(holds as never, { message, path: [at] }),
    z.strictObject({
      /** The line of the file in which the column names stand. */
      header_line: z.int().min(1).max(1_000_000),
      day_order: DayOrder,
      ...(eachField(fields.labels, columnOfField) as Record<Needed, typeof TableColumn> &
        Record<Exclude<Field, Needed>, typeof optionalColumn>),
      ...own,
    }),
  );
  /** A mapping as far as the file, or an earlier one of its kind, suggests it. */
  const suggestion = z.object({
    header_line: z.int(),
    /** Null where days could be read in both orders. */
    day_order: DayOrder.nullable(),
    ...eachField(fields.labels, () => z.int().nullable()),
    ...own,
  });
  const outcome: EnumOf<Outcome> = z.enum(keysOf(definition.outcomes));
  const record = z.object({
    ...ImportSummary.shape,
    ...({ ...definition.row, ...definition.record } as Omit<Row, keyof One> & One),
    /** Null until the columns are chosen. */
    mapping: mapping.nullable(),
    counts: z.array(z.object({ outcome, lines: z.int(), ...definition.counted })),
    ...RECORD,
    suggestion,
  });
  const row = z.object({ ...ImportSummary.shape, ...definition.row });
  const line = z.object({ ...LINE, ...({ [noun]: Id } as Record<Noun, typeof Id>), outcome, ...definition.line });
  const errors = ['not_found', 'conflict'] as const;
  const about = (summary: string) => ({ summary, tags });
  return {
    ...definition,
    mapping,
    suggestion,
    record,
    list: defineList({
      ...{ name, url, access, tags, row, summary: `${texts.list}, the newest first` },
      columns: [...COLUMNS, ...definition.columns] as Columns<
        (typeof row)['shape'],
        (typeof COLUMNS)[number]['key'] | Key
      >,
      filters: {},
      sorts: ['-uploaded_at', 'uploaded_at'],
      reach: 10_000,
    }),
    lines: defineList({
      ...{ name: name.replace(/s$/, '-lines'), url: `${url}/lines`, access, tags, row: line },
      summary: `${texts.lines}, with what becomes of each and why`,
      description: `Before an import it says what would happen, and afterwards what did.${texts.linesNote}`,
      columns: definition.lineColumns as unknown as Columns<(typeof line)['shape'], LineKey>,
      filters: {
        ...({ [noun]: ofImport } as Record<Noun, typeof ofImport>),
        outcome: outcomeFilter(definition.outcomes),
      },
      sorts: ['line', '-line'],
      reach: 50_000,
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

type LooseAnswer = z.ZodType<Readonly<Record<string, unknown>>>;
type FileBody = z.ZodType<{ file: File }, { file: File }>;
type Upload = { params?: undefined; querystring?: undefined; body: FileBody; response: { 201: LooseAnswer } };
type OfOne<Response, Body = undefined> = Endpoint & {
  schema: { params: typeof idParams; querystring?: undefined; body?: Body; response: Response };
};

/** Any import, as far as the server's and the web's parts for all imports know it. */
export type AnyImport = Common & {
  fields: LineFields;
  mapping: z.ZodType;
  takes: readonly string[];
  keeps?: readonly string[];
  list: AnyList;
  lines: AnyList;
  upload: Endpoint & { schema: Upload };
  show: OfOne<{ 200: z.ZodType<ImportRecord> }>;
  map: OfOne<{ 200: LooseAnswer }, z.ZodType>;
  start: OfOne<{ 201: typeof Done }>;
} & Record<'cancel' | 'discard', OfOne<{ 200: typeof Done }>>;

/** The endpoints of an import by their operations' names: `listStatements`, `uploadStatement`… */
export const importEndpoints = (one: string, { list, lines, ...calls }: AnyImport, start: string) => ({
  [`list${one}s`]: list.page,
  [`export${one}s`]: list.file,
  [`list${one}Lines`]: lines.page,
  [`export${one}Lines`]: lines.file,
  [`upload${one}`]: calls.upload,
  [`get${one}`]: calls.show,
  [`map${one}`]: calls.map,
  [start]: calls.start,
  [`cancel${one}`]: calls.cancel,
  [`discard${one}`]: calls.discard,
});
