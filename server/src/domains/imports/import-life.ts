import {
  type AnyImport,
  type AnyList,
  type AuditAction,
  DAY_ORDER_LABELS,
  type DayOrder,
  Id,
  type ListQuery,
  MAX_HEAD_LINES,
  type RowOf,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type Stateful, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import { cancelJob, defineJob, queueJob } from '#domains/jobs';
import type { Author, Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import {
  type ColumnNames,
  columnsByName,
  fingerprintOf,
  headerOf,
  rememberedMapping,
} from '#lib/table-file/name-columns.ts';
import { orderOf } from '#lib/table-file/read-day.ts';
import { readTableFile, type TableFile } from '#lib/table-file/read-file.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { isAtWork, type Job, jobOf, progressOf, statusOf, takenBackOf } from './import-status.ts';
import { type ImportRow, type ImportTables, importRepo, type KeptLine } from './imports.repo.ts';

/** The clerk who works on an import, and when. */
export type ByClerk = { by: Caller; now: Date };
type ByAuthor = { by: Author | null; now: Date };

/** A file that was read, with a suggestion how its columns are meant. */
export type ReadImport = TableFile & { suggestion: object };

type Columns<Field extends string> = Readonly<Record<Field, number | null>>;

/** A mapping as far as the file suggests it. */
type Suggested<Field extends string> = Columns<Field> & { header_line: number; day_order: DayOrder | null };

/** A line as it is stored, and the other order of days, where one of its days fits that alone. */
type JudgedLine = KeptLine & { outcome: string; reason: string; otherOrder?: DayOrder | undefined };

type UploadOf<Action> = Action extends `${infer Beginning}.upload` ? Beginning : never;

/** Judges the lines of one file, in their order. */
type Judge = {
  lines: (rows: readonly TableRow[]) => Promise<JudgedLine[]>;
  /** Columns of the import that only all lines tell, and further changes of lines. */
  end?: () => { columns: Record<string, unknown>; lines: KeptLine[] };
};

type Definition<Field extends string, Mapping, Row extends ImportRow<Mapping>, Line extends TableRow> = {
  contract: AnyImport;
  tables: ImportTables;
  job: string;
  /** A file of this kind in sentences: `statement`; and where it is missing: `list of drivers`. */
  thing: string;
  missing: string;
  /** The records that it makes, where they can be taken back: `drivers`. */
  records: string | null;
  /** The beginning of its actions in the audit log. */
  action: UploadOf<AuditAction>;
  /** Values that the audit log keeps of a change; `done` is noted only where it has some. */
  noted: {
    import?: (row: Row, lines: number) => Record<string, unknown>;
    cancel?: (row: Row) => Record<string, unknown>;
    done?: (row: Row) => Record<string, unknown>;
  };
  sentences: {
    /** Of a file without a table. */
    noTable: string;
    /** Of a file of which no line can be imported. */
    nothingToTake: string;
    /** The subject of the sentence that days fit only the other order. */
    otherDays: string;
  };
  /** Cells that a line of a table has at least, and the name of a file without one. */
  file: { cells: number; name: string };
  /** Names that its columns have, by which a mapping is suggested. */
  names: ColumnNames<Field>;
  /** Further columns whose values in later lines the suggestion looks at. */
  looked: readonly Field[];
  suggest: (columns: Columns<Field>, valuesOf: (field: Field) => string[]) => object;
  /** Prepares judging; refuses a mapping that does not fit. */
  judge: (tx: Tx, file: { mapping: Mapping; now: Date }) => Promise<Judge>;
  /** Lines of a chunk of its job, so few that others wait for the rows that it locks for less than a second. */
  chunk: number;
  /** Takes lines over, and gives what became of each. */
  take: (tx: Tx, row: Row & { mapping: Mapping }, lines: readonly Line[], made: ByAuthor) => Promise<KeptLine[]>;
  /** Columns of the import that its record and the list show beside those of every import. */
  shown: (row: Row) => object;
  /** Days for which the lines of an import are kept. */
  keepsLines: number;
};

const DAY_MS = 86_400_000;
/** Days for which a file is kept that nobody imported. */
const KEEPS_UNUSED = 14;
/** Lines that are judged at once. */
const BATCH = 2_000;

export const conflict = (message: string): Refusal => new Refusal('conflict', message);

/** Refuses a mapping at one of its fields. */
export const unfit = (field: string, message: string): Refusal =>
  new Refusal('invalid_input', message, { issues: [{ path: `body.${field}`, message }] });

/** An import as far as taking it back needs it. */
export type ImportKit = {
  contract: AnyImport;
  thing: string;
  lock: (tx: Tx, id: string) => Promise<ImportRow>;
  note: (tx: Tx, action: string, row: Noted, made: { by: Author; now: Date }, after?: object) => Promise<void>;
  missing: () => Refusal;
};
type Noted = Pick<ImportRow, 'id' | 'file_name'>;

const records = <Row extends ImportRow>({ contract, tables }: { contract: AnyImport; tables: ImportTables }) => {
  type Status = ImportRow['status'];
  const change = (to: Status, ...from: Status[]) => ({
    from,
    to,
    needs: contract.access,
    action: null,
    set: (_: Row, given: { with: Record<string, unknown> }) => given.with,
  });
  return {
    table: tables.imports,
    columns: ['file_name'],
    noun: contract.noun,
    nameOf: ({ file_name }) => file_name,
    became: {
      uploaded: 'has no columns yet',
      checked: 'was checked',
      importing: 'is being imported',
      imported: 'was imported',
      cancelled: 'was stopped',
    },
    changes: {
      check: change('checked', 'uploaded', 'checked'),
      start: change('importing', 'checked', 'cancelled', 'importing'),
      cancel: change('cancelled', 'importing'),
      finish: change('imported', 'importing'),
    },
    audit: auditAll,
  } satisfies Stateful<Status, Row, string, Record<string, unknown>>;
};

/**
 * The life of an import of a file with a table, for its definition: it is sent, its columns are mapped and its lines judged, and a job takes them over,
 * a chunk a transaction, so that a chunk's records, outcomes and progress are kept together or not at all.
 */
export const importLife = <
  Field extends string,
  Mapping extends Columns<Field> & { header_line: number },
  Row extends ImportRow<Mapping>,
  Line extends TableRow,
>(
  definition: Definition<Field, Mapping, Row, Line>,
) => {
  const { contract, thing, names, sentences, noted } = definition;
  const { fields, noun } = contract;
  const days = fields.days as readonly Field[];
  const repo = importRepo<Row, Line>(definition.tables, contract.takes);
  const states = records<Row>(definition);

  const missing = (): Refusal => new Refusal('not_found', `There is no such ${definition.missing}.`);
  const found = (row: Row | null): Row => {
    if (!row) throw missing();
    return row;
  };
  const lock = async (tx: Tx, id: string): Promise<Row> => found(await repo.lock(tx, id));

  /** Locks an import that nobody has begun; else refused with the end of the sentence. */
  const lockOpen = async (tx: Tx, id: string, so: string): Promise<Row> => {
    const row = await lock(tx, id);
    if (row.status === 'uploaded' || row.status === 'checked') return row;
    throw conflict(`The import of this ${thing} has begun, so ${so}.`);
  };

  /** Writes to the audit log what somebody did with an import. */
  const note = (
    tx: Tx,
    action: string,
    { id, file_name }: Noted,
    { by, now }: { by: Author; now: Date },
    after?: object,
  ) => {
    const subject = { kind: noun, id, name: file_name };
    const name = `${definition.action}.${action}` as AuditAction;
    return audit(tx, by, { action: name, subject, ...(after && { after: { ...after } }) }, now);
  };

  const change = (
    tx: Tx,
    name: keyof typeof states.changes,
    id: string,
    made: ByAuthor,
    set: Record<string, unknown> = {},
  ) => transition(tx, states, { ids: [id], change: name, ...made, with: set });

  const namedColumns = (head: readonly TableRow[]) => {
    const header = headerOf(head, names);
    return { header, columns: columnsByName(header?.cells ?? [], names) };
  };

  const suggest = async (rows: readonly TableRow[]): Promise<Suggested<Field>> => {
    const { header, columns } = namedColumns(rows.slice(0, MAX_HEAD_LINES));
    const below = rows.filter(({ line }) => line > (header?.line ?? 0));
    const valuesOf = (field: Field): string[] => {
      const column = columns[field];
      return column === null ? [] : below.map(({ cells }) => cells[column] ?? '');
    };
    const lacksDays = days.some((field) => fields.needed.includes(field) && columns[field] === null);
    return {
      header_line: header?.line ?? 1,
      day_order: lacksDays ? null : await orderOf(days.flatMap(valuesOf)),
      ...columns,
      ...definition.suggest(columns, valuesOf),
    };
  };

  const finish = async (tx: Tx, id: string, made: ByAuthor): Promise<void> => {
    await change(tx, 'finish', id, made, { imported_at: made.now.toISOString() });
    await repo.countOutcomes(tx, id);
    const row = await repo.find(tx, id);
    if (row && made.by && noted.done) await note(tx, 'done', row, { ...made, by: made.by }, noted.done(row));
  };

  const job = defineJob({
    name: definition.job,
    needs: contract.access,
    input: z.strictObject({ lines: z.int(), [noun]: Id }) as unknown as z.ZodType<
      { lines: number } & Record<string, unknown>
    >,
    position: z.strictObject({ line: z.int(), done: z.int() }),
    chunk: async (tx, { input, position, by, now }) => {
      const { line: after, done: before } = position ?? { line: 0, done: 0 };
      const row = await repo.lock(tx, String(input[noun]));
      const lines = row ? await repo.nextToTake(tx, row.id, after, definition.chunk) : [];
      if (row && lines.length > 0) {
        if (row.mapping === null) throw new Error('An import without a mapping has begun');
        await repo.keepLines(
          tx,
          row.id,
          await definition.take(tx, { ...row, mapping: row.mapping }, lines, { by, now }),
        );
      }
      const done = before + lines.length;
      const last = lines.length < definition.chunk ? undefined : lines.at(-1);
      if (row && !last) await finish(tx, row.id, { by, now });
      return { next: last ? { line: last.line, done } : null, done, total: input.lines };
    },
  });

  /** An import in short. Until the columns are chosen, one line of the file is that of their names. */
  const summary = (row: Row, job: Job) => ({
    id: row.id,
    file_name: row.file_name,
    line_count: row.counts.length > 0 ? row.counts.reduce((sum, { lines }) => sum + lines, 0) : row.line_count - 1,
    status: statusOf(row.status, job),
    uploaded_at: row.uploaded_at.toISOString(),
    uploaded_by: row.uploader,
    imported_at: row.imported_at?.toISOString() ?? null,
    ...definition.shown(row),
  });

  const listSql = { rows: repo.rows, filters: {}, sorts: { uploaded_at: ['uploaded_at', 'id'] } };
  const presentAll = (rows: Row[], db: Db) =>
    Promise.all(rows.map(async (row) => summary(row, await jobOf(db, row.status === 'importing' ? row.job_id : null))));

  /** The column names that a mapping speaks of. Refuses columns that the file does not have. */
  const namesOf = async (tx: Tx, id: string, mapping: Mapping): Promise<string[]> => {
    const header = (await repo.nextLines(tx, id, 0, MAX_HEAD_LINES)).find(({ line }) => line === mapping.header_line);
    if (!header) throw unfit('header_line', 'Please choose the line of the column names among the first lines.');
    const lacking = Object.entries(fields.labels).find(
      ([field]) => (mapping[field as Field] ?? 0) >= header.cells.length,
    );
    if (lacking) throw unfit(lacking[0], `${lacking[1]}: this file has no such column.`);
    return header.cells;
  };

  /** Judges all lines below the column names and stores their outcomes; gives the columns of the import that come of it. */
  const judgeLines = async (tx: Tx, id: string, judge: Judge, header: number): Promise<Record<string, unknown>> => {
    let [ofOtherOrder, other]: [number, DayOrder | undefined] = [0, undefined];
    let after = header;
    for (let rows: TableRow[] = await repo.nextLines(tx, id, after, BATCH); rows.length > 0; ) {
      const judged = await judge.lines(rows);
      for (const { otherOrder } of judged) if (otherOrder) [ofOtherOrder, other] = [ofOtherOrder + 1, otherOrder];
      await repo.keepLines(
        tx,
        id,
        judged.map(({ otherOrder: _, ...line }) => line),
      );
      after = rows.at(-1)?.line ?? after;
      rows = rows.length < BATCH ? [] : await repo.nextLines(tx, id, after, BATCH);
    }
    const { columns = {}, lines = [] } = judge.end?.() ?? {};
    await repo.keepLines(tx, id, lines);
    // Days that fit the other order alone prove the order wrong, also for all the days that fit both.
    const problem = other
      ? `${ofOtherOrder.toLocaleString('en-GB')} of its ${sentences.otherDays} only the other order (${DAY_ORDER_LABELS[other]}). Please choose that one, or mend the file where it has both.`
      : '';
    return { ...columns, problem };
  };

  return {
    contract,
    thing,
    repo,
    job,
    lock,
    note,
    missing,
    suggest,

    source: listSource(contract.list as never, listSql as never, presentAll as never) as unknown as ListSource<
      ListQuery<AnyList>,
      RowOf<AnyList>,
      undefined
    >,

    /** Reads the file. Refuses as `readTableFile` does. */
    read: async (file: File): Promise<ReadImport> => {
      const read = await readTableFile(file, {
        ...definition.file,
        missing: sentences.noTable,
        // Values of the later lines say in which order days are written.
        columns: (head) => {
          const { columns } = namedColumns(head);
          return [...days, ...definition.looked].map((field) => columns[field]);
        },
      });
      return { ...read, suggestion: await suggest(read.looked) };
    },

    /** Stores a file that was read; gives its id. Nothing of it is imported yet. */
    store: async (
      tx: Tx,
      { head, suggestion, fileName, lineCount, batches }: ReadImport,
      made: ByClerk,
    ): Promise<string> => {
      const mapping = await rememberedMapping(head, (fingerprints) => repo.findMappings(tx, fingerprints));
      const file = { file_name: fileName, line_count: lineCount, suggestion: mapping ?? suggestion };
      const id = await repo.insert(tx, { ...file, is_remembered: mapping !== null }, made);
      for (const batch of batches) await repo.insertLines(tx, id, batch);
      await note(tx, 'upload', { id, file_name: fileName }, made, { lines: lineCount });
      return id;
    },

    /** An import with how it is read, what becomes of its lines, and how far it is. 404 `not_found` without it. */
    show: async (db: Db, id: string) => {
      const row = found(await repo.find(db, id));
      const { mapping, counts, problem, suggestion, is_remembered } = row;
      const job = await jobOf(db, row.job_id);
      const head = await repo.nextLines(db, id, 0, MAX_HEAD_LINES);
      const { records } = definition;
      return {
        ...summary(row, job),
        ...{ mapping, counts, problem, suggestion, is_remembered, head },
        progress: progressOf(job),
        ...(records && { taken_back: await takenBackOf(db, row, records) }),
      };
    },

    /**
     * Judges the lines by a mapping and stores what an import would do with each; imports nothing. The mapping is remembered for
     * files with the same column names. Refused with 404 `not_found`, with 409 `conflict` once the import has begun, and with
     * 400 `invalid_input` for a mapping that does not fit the file.
     */
    check: async (tx: Tx, id: string, mapping: Mapping, made: ByClerk): Promise<void> => {
      await lockOpen(tx, id, 'its columns stay as they are');
      const columnNames = await namesOf(tx, id, mapping);
      const judge = await definition.judge(tx, { mapping, now: made.now });
      await repo.clearOutcomes(tx, id);
      const columns = await judgeLines(tx, id, judge, mapping.header_line);
      await change(tx, 'check', id, made, { ...columns, mapping });
      await repo.countOutcomes(tx, id);
      await repo.keepMapping(tx, fingerprintOf(columnNames), mapping, made);
    },

    /**
     * Queues the import of a file that was checked, or the rest of one that stopped. Refused with 409 `conflict` in any other
     * state, while its records are taken back or days contradict the mapping, and where no line is left to import.
     */
    start: async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
      const row = await lock(tx, id);
      const status = statusOf(row.status, await jobOf(tx, row.job_id));
      if (status === 'uploaded') throw conflict(`Please choose the columns of this ${thing} first.`);
      if (status === 'importing') throw conflict(`This ${thing} is being imported already.`);
      if (status === 'imported') throw conflict(`This ${thing} was imported already.`);
      if (isAtWork(await jobOf(tx, row.take_back_job_id ?? null))) {
        throw conflict(`The ${definition.records} of this ${thing} are being taken back at the moment.`);
      }
      if (row.problem !== '') throw conflict(row.problem);
      const lines = await repo.countToTake(tx, id);
      if (lines === 0) throw conflict(sentences.nothingToTake);
      const job_id = await queueJob(tx, job, { lines, [noun]: id }, made);
      await change(tx, 'start', id, made, { job_id });
      await note(tx, 'import', row, made, noted.import?.(row, lines));
    },

    /** Stops an import after the chunk that runs; what it has taken over stays. Refused with 409 `conflict` where none runs. */
    cancel: async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
      const row = await lock(tx, id);
      if (row.status !== 'importing' || row.job_id === null) throw conflict(`This ${thing} is not being imported.`);
      await cancelJob(tx, row.job_id, made.now);
      await change(tx, 'cancel', id, made);
      await repo.countOutcomes(tx, id);
      await note(tx, 'cancel', row, made, noted.cancel?.(row));
    },

    /** Discards a file. Refused with 409 `conflict` once its import has begun. */
    discard: async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
      const row = await lockOpen(tx, id, 'it is kept');
      await repo.remove(tx, id);
      await note(tx, 'discard', row, made);
    },

    /** Removes files that nobody imported, and the lines of those that were long ago. */
    clearOld: async (db: Db, now: Date): Promise<void> => {
      const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
      await repo.deleteUnused(db, before(KEEPS_UNUSED));
      while (await repo.deleteOldLines(db, before(definition.keepsLines)));
    },
  };
};
