import {
  type AnyImport,
  type AnyList,
  type AuditAction,
  DAY_ORDER_LABELS,
  type DayOrder,
  Id,
  type ImportProgress,
  type ImportStatus,
  type ListQuery,
  MAX_HEAD_LINES,
  type RowOf,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type Stateful, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import { cancelJob, defineJob, jobProgress, queueJob } from '#domains/jobs';
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
import { type ImportRow, type ImportTables, importRepo, type KeptLine } from './imports.repo.ts';

/** The clerk who works on an import, and when. */
export type ByClerk = { by: Caller; now: Date };
type ByAuthor = { by: Author | null; now: Date };

/** A file that was read, with a suggestion how its columns are meant. */
type ReadImport = TableFile & { suggestion: object };

type Columns<Field extends string> = Readonly<Record<Field, number | null>>;

/** A line as it is stored, and the other order of days, where one of its days fits that alone. */
type JudgedLine = KeptLine & { outcome: string; reason: string; otherOrder?: DayOrder | undefined };

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
  /** Names a file that has no name. */
  unnamed: string;
  /** The records that it makes, where they can be taken back: `drivers`. */
  records?: string;
  /** The columns that the audit log keeps of the end of an import, beside the outcomes of its lines; absent if it keeps neither. */
  noted?: (row: Row) => object;
  sentences: {
    /** Of a file without a table. */
    noTable: string;
    /** Of a file of which no line can be imported. */
    nothingToTake: string;
    /** The subject of the sentence that days fit only the other order. */
    otherDays: string;
  };
  /** Names that its columns have, by which a mapping is suggested. */
  names: ColumnNames<Field>;
  /** Columns beside the days whose values in later lines the suggestion looks at. */
  looked?: readonly Field[];
  suggest: (columns: Columns<Field>, valuesOf: (field: Field) => string[]) => object;
  /** Prepares judging; refuses a mapping that does not fit. */
  judge: (tx: Tx, file: { mapping: Mapping; now: Date }) => Promise<Judge>;
  /** Lines of a chunk of its job, so few that others wait for the rows that it locks for less than a second. */
  chunk: number;
  /** Takes lines over, and gives what became of each. */
  take: (tx: Tx, row: Row & { mapping: Mapping }, lines: readonly Line[], made: ByAuthor) => Promise<KeptLine[]>;
  /** The list of its lines, and further fields of them. */
  lines: AnyList;
  showLines?: (rows: readonly (Line & { mapping: Mapping | null })[], db: Db) => Promise<object[]>;
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

type Job = Awaited<ReturnType<typeof jobProgress>>;

export const jobOf = async (db: Db, id: string | null | undefined): Promise<Job> => (id ? jobProgress(db, id) : null);

export const isAtWork = (job: Job): boolean => job?.status === 'waiting' || job?.status === 'running';

const progressOf = (job: Job): ImportProgress | null =>
  job && { done: job.done, total: job.total ?? 0, failure: job.failure };

/** An import whose job has ended without it, or is no more, has failed: its last chunk would have said that it is over. */
export const statusOf = (status: ImportRow['status'], job: Job): ImportStatus =>
  status === 'importing' && !isAtWork(job) ? 'failed' : status;

/** How far taking an import's records back is, or null before the first. One whose job ended without it has failed. */
const takenBackOf = async (db: Db, row: ImportRow, records: string) => {
  const { take_back_job_id = null, taken_back = 0, taken_back_at = null } = row;
  if (take_back_job_id === null) return null;
  const job = taken_back_at === null ? await jobOf(db, take_back_job_id) : null;
  const ended = taken_back_at === null ? 'failed' : 'done';
  return {
    status: isAtWork(job) ? 'running' : ended,
    [records]: taken_back,
    ended_at: taken_back_at?.toISOString() ?? null,
    progress: progressOf(job),
  };
};

type Values = Record<string, unknown>;

const statesOf = <Row extends ImportRow>({ contract, tables }: { contract: AnyImport; tables: ImportTables }) => {
  type Status = ImportRow['status'];
  const change = (to: Status, ...from: Status[]) => ({
    ...{ from, to, needs: contract.access, action: null },
    set: (_: Row, given: { with: Values }) => given.with,
  });
  return {
    ...{ table: tables.imports, columns: ['file_name'], noun: contract.noun, audit: auditAll },
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
  } satisfies Stateful<Status, Row, string, Values>;
};

/** The source of a list whose schemas are known to its own import alone. */
const sourceOf = <Row>(list: AnyList, rows: object, present: (rows: Row[], db: Db) => Promise<object[]>) =>
  listSource(list as never, rows as never, present as never) as unknown as ListSource<
    ListQuery<AnyList>,
    RowOf<AnyList>,
    undefined
  >;

/**
 * The life of an import of a file with a table, for its definition: it is sent, its columns are mapped and its lines judged, and
 * a job takes them over, a chunk a transaction, so that a chunk's records, outcomes and progress are kept together or not at all.
 */
export const importLife = <
  Field extends string,
  Mapping extends Columns<Field> & { header_line: number },
  Row extends ImportRow<Mapping>,
  Line extends TableRow,
>(
  definition: Definition<Field, Mapping, Row, Line>,
) => {
  const { contract, names, sentences, noted } = definition;
  const { thing, fields, noun } = contract;
  const days = fields.days as readonly Field[];
  const repo = importRepo<Row, Line>(definition.tables, contract.takes);
  const states = statesOf<Row>(definition);

  const orRefuse = async (found: Promise<Row | undefined>): Promise<Row> => {
    const row = await found;
    if (row) return row;
    throw new Refusal('not_found', `There is no such ${contract.kind}.`);
  };
  const find = (db: Db, id: string) => orRefuse(repo.find(db, id));
  const lock = (tx: Tx, id: string) => orRefuse(repo.lock(tx, id));

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
    { id, file_name: name }: Pick<ImportRow, 'id' | 'file_name'>,
    { by, now }: { by: Author; now: Date },
    after?: object,
  ): Promise<void> => {
    const subject = { kind: noun, id, name };
    const entry = { action: `${contract.url.slice(1)}.${action}` as AuditAction, subject };
    return audit(tx, by, { ...entry, ...(after && { after: { ...after } }) }, now);
  };

  const change = (tx: Tx, name: keyof typeof states.changes, id: string, made: ByAuthor, set: Values = {}) =>
    transition(tx, states, { ids: [id], change: name, ...made, with: set });

  const namedColumns = (head: readonly TableRow[]) => {
    const header = headerOf(head, names);
    return { header, columns: columnsByName(header?.cells ?? [], names) };
  };

  const suggest = async (
    rows: readonly TableRow[],
  ): Promise<Columns<Field> & { header_line: number; day_order: DayOrder | null }> => {
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

  const finish = async (tx: Tx, id: string, { by, now }: ByAuthor): Promise<void> => {
    await change(tx, 'finish', id, { by, now }, { imported_at: now.toISOString() });
    await repo.countOutcomes(tx, id);
    if (!by || !noted) return;
    const row = await find(tx, id);
    const outcomes = Object.fromEntries(row.counts.map(({ outcome, lines }) => [`lines_${outcome}`, lines]));
    await note(tx, 'done', row, { by, now }, { ...noted(row), ...outcomes });
  };

  const job = defineJob({
    name: definition.job,
    needs: contract.access,
    input: z.strictObject({ lines: z.int(), [noun]: Id }) as unknown as z.ZodType<{ lines: number } & Values>,
    position: z.strictObject({ line: z.int(), done: z.int() }),
    chunk: async (tx, { input, position, by, now }) => {
      const { line: after, done: before } = position ?? { line: 0, done: 0 };
      const row = await repo.lock(tx, String(input[noun]));
      const lines = row ? await repo.nextToTake(tx, row.id, after, definition.chunk) : [];
      if (row && lines.length > 0) {
        if (row.mapping === null) throw new Error('An import without a mapping has begun');
        const taken = await definition.take(tx, { ...row, mapping: row.mapping }, lines, { by, now });
        await repo.keepLines(tx, row.id, taken);
      }
      const done = before + lines.length;
      const last = lines.length < definition.chunk ? undefined : lines.at(-1);
      if (row && !last) await finish(tx, row.id, { by, now });
      return { next: last ? { line: last.line, done } : null, done, total: input.lines };
    },
  });

  /** An import as the contract has it, which leaves out all other columns. Until its columns are chosen, one line of the file is that of their names. */
  const present = (row: Row, job: Job) => ({
    ...row,
    line_count: row.counts.length > 0 ? row.counts.reduce((sum, { lines }) => sum + lines, 0) : row.line_count - 1,
    status: statusOf(row.status, job),
    uploaded_at: row.uploaded_at.toISOString(),
    uploaded_by: row.uploader,
    imported_at: row.imported_at?.toISOString() ?? null,
  });

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
  const judgeLines = async (tx: Tx, id: string, judge: Judge, header: number): Promise<Values> => {
    let [ofOtherOrder, other]: [number, DayOrder | undefined] = [0, undefined];
    let after = header;
    for (let rows: TableRow[] = await repo.nextLines(tx, id, after, BATCH); rows.length > 0; ) {
      const judged = await judge.lines(rows);
      for (const { otherOrder } of judged) if (otherOrder) [ofOtherOrder, other] = [ofOtherOrder + 1, otherOrder];
      const kept = judged.map(({ otherOrder: _, ...line }) => line);
      await repo.keepLines(tx, id, kept);
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
    repo,
    job,
    find,
    lock,
    note,
    suggest,
    lineList: definition.lines,

    files: sourceOf<Row>(contract.list, repo.files, (rows, db) =>
      Promise.all(
        rows.map(async (row) => present(row, row.status === 'importing' ? await jobOf(db, row.job_id) : null)),
      ),
    ),

    lines: sourceOf<{ import_id: string } & Line & { mapping: Mapping | null }>(
      definition.lines,
      repo.lines(noun, definition.showLines !== undefined),
      async (rows, db) => {
        const further = await definition.showLines?.(rows, db);
        return rows.map(({ import_id, ...row }, at) => ({
          ...{ id: `${import_id}-${row.line}`, [noun]: import_id },
          ...row,
          ...further?.[at],
        }));
      },
    ),

    /** Reads the file. Refuses as `readTableFile` does. */
    read: async (file: File): Promise<ReadImport> => {
      const read = await readTableFile(file, {
        unnamed: definition.unnamed,
        noTable: sentences.noTable,
        // Values of the later lines say in which order days are written.
        columns: (head) => {
          const { columns } = namedColumns(head);
          return [...days, ...(definition.looked ?? [])].map((field) => columns[field]);
        },
      });
      return { ...read, suggestion: await suggest(read.looked) };
    },

    /** Stores a file that was read; gives its id. Nothing of it is imported yet. */
    store: async (tx: Tx, read: ReadImport, made: ByClerk): Promise<string> => {
      const { head, fileName: file_name, lineCount: line_count } = read;
      const mapping = await rememberedMapping(head, (fingerprints) => repo.findMappings(tx, fingerprints));
      const suggestion = mapping ?? read.suggestion;
      const id = await repo.insert(tx, { file_name, line_count, suggestion, is_remembered: mapping !== null }, made);
      for (const batch of read.batches) await repo.insertLines(tx, id, batch);
      await note(tx, 'upload', { id, file_name }, made, { lines: line_count });
      return id;
    },

    /** An import with how it is read, what becomes of its lines, and how far it is. 404 `not_found` without it. */
    show: async (db: Db, id: string) => {
      const row = await find(db, id);
      const job = await jobOf(db, row.job_id);
      const { records } = definition;
      return {
        ...present(row, job),
        head: await repo.nextLines(db, id, 0, MAX_HEAD_LINES),
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
      await repo.clearOutcomes(tx, id, mapping.header_line);
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
      if (isAtWork(await jobOf(tx, row.take_back_job_id))) {
        throw conflict(`The ${definition.records} of this ${thing} are being taken back at the moment.`);
      }
      if (row.problem !== '') throw conflict(row.problem);
      const lines = await repo.countToTake(tx, id);
      if (lines === 0) throw conflict(sentences.nothingToTake);
      const job_id = await queueJob(tx, job, { lines, [noun]: id }, made);
      await change(tx, 'start', id, made, { job_id });
      await note(tx, 'import', row, made, noted && { lines });
    },

    /** Stops an import after the chunk that runs; what it has taken over stays. Refused with 409 `conflict` where none runs. */
    cancel: async (tx: Tx, id: string, made: ByClerk): Promise<void> => {
      const row = await lock(tx, id);
      if (row.status !== 'importing' || row.job_id === null) throw conflict(`This ${thing} is not being imported.`);
      await cancelJob(tx, row.job_id, made.now);
      await change(tx, 'cancel', id, made);
      await repo.countOutcomes(tx, id);
      await note(tx, 'cancel', row, made, noted?.(row));
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
