import {
  type AnyList,
  type AuditAction,
  eachField,
  Id,
  type ListQuery,
  MAX_HEAD_LINES,
  type RowOf,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { noteHands } from '#domains/approvals';
import { audit, auditAll } from '#domains/audit';
import { cancelJob, defineJob, isAtWork, queueJob } from '#domains/jobs';
import type { Author, Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { type ColumnNames, type Columns, columnsByName, fingerprintOf } from '#lib/table-file/name-columns.ts';
import { orderOf } from '#lib/table-file/read-day.ts';
import { readTableFile, type TableFile } from '#lib/table-file/read-file.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import type { ImportDefinition } from './import-definition.ts';
import { type ImportJob, jobOf, progressOf, statusOf, takenBackOf } from './import-status.ts';
import { type ImportRow, importRepo } from './imports.repo.ts';
import { judgeFile } from './judge-file.ts';

type Values = Record<string, unknown>;
type ByAuthor = { by: Author | null; now: Date };
type ByClerk = { by: Caller; now: Date };
/** A clerk's change of one import. */
export type AskedOfImport = ByClerk & { id: string };

const DAY_MS = 86_400_000;
/** Days for which a file is kept that nobody imported. */
const KEEPS_UNUSED = 14;

export const conflict = (message: string): Refusal => new Refusal('conflict', message);

/** Refuses a mapping at one of its fields. */
export const unfit = (field: string, message: string): Refusal => refusalAt('invalid_input', field, message);

type Status = ImportRow['status'];
const BECAME = {
  uploaded: 'has no columns yet',
  checked: 'was checked',
  importing: 'is being imported',
  imported: 'was imported',
  cancelled: 'was stopped',
} as const;

type Source = ListSource<ListQuery<AnyList>, RowOf<AnyList>, undefined>;
/** The source of a list whose schemas are known to its own import alone. */
const sourceOf = <Row>(list: AnyList, rows: object, present: (rows: Row[], db: Db) => Promise<object[]>) =>
  listSource(list as never, rows as never, present as never) as unknown as Source;

/**
 * The life of an import of a file with a table: it is sent, its columns are mapped and its lines
 * judged, and a job takes them over. A chunk is a transaction, so that its records, outcomes and
 * progress are kept together or not at all.
 */
export const importLife = <
  Field extends string,
  Mapping extends Columns<Field> & { header_line: number },
  Row extends ImportRow<Mapping>,
  Line extends TableRow,
>(
  definition: ImportDefinition<Field, Mapping, Row, Line>,
) => {
  const { contract, sentences, noted } = definition;
  const { thing, fields, noun } = contract;
  const unnamed = Object.entries<string>(fields.labels).filter(([field]) => !(field in definition.names));
  const labels = Object.fromEntries(unnamed.map(([field, label]) => [field, [label]]));
  const names = { ...definition.names, ...labels } as ColumnNames<Field>;
  const days = fields.days as readonly Field[];
  /** Columns by which a sheet is known: those that are needed, or any where one of several is. */
  const telling = (fields.needed.length > 0 ? fields.needed : Object.keys(fields.labels)) as readonly Field[];
  const repo = importRepo<Row, Line>(definition, contract.takes);
  const to = (status: Status, ...from: Status[]): StateChange<Status, Row, Values> => ({
    ...{ from, to: status, needs: contract.access, action: null },
    set: (_, given) => given.with,
  });
  const states = {
    ...{ table: definition.tables.imports, columns: ['file_name'], noun, audit: auditAll, became: BECAME },
    nameOf: ({ file_name }) => file_name,
    changes: {
      check: to('checked', 'uploaded', 'checked'),
      start: to('importing', 'checked', 'cancelled', 'importing'),
      cancel: to('cancelled', 'importing'),
      finish: to('imported', 'importing'),
    },
  } satisfies Stateful<Status, Row, string, Values>;

  const noColumns = eachField(fields.labels, () => null) as Columns<Field>;
  const ownParts = definition.suggest(noColumns, () => [], '');

  /**
   * An import as this version knows it. One that a version before stored lacks the parts that came
   * since, which count as not chosen; where its mapping cannot be read, columns are chosen anew.
   */
  const completed = (row: Row): Row => {
    const suggestion = { header_line: 1, day_order: null, ...noColumns, ...ownParts, ...row.suggestion };
    if (row.mapping === null) return { ...row, suggestion };
    const tried = [row.mapping, { ...ownParts, ...row.mapping }].map((one) => contract.mapping.safeParse(one));
    const read = tried.find(({ success }) => success)?.data as Mapping | undefined;
    if (read) return { ...row, suggestion, mapping: read };
    return { ...row, suggestion, mapping: null, problem: 'Please choose its columns again.' };
  };
  const completedIfAny = (row: Row | undefined): Row | undefined => row && completed(row);

  const find = async (db: Db, id: string): Promise<Row> =>
    existing(completedIfAny(await repo.find(db, id)), contract.kind);
  const lock = async (tx: Tx, id: string): Promise<Row> =>
    existing(completedIfAny(await repo.lock(tx, id)), contract.kind);

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
    const entry = { action: `${contract.url.slice(1)}.${action}` as AuditAction, subject: { kind: noun, id, name } };
    return audit(tx, by, { ...entry, ...(after && { after: { ...after } }) }, now);
  };

  const noteHand = async (tx: Tx, id: string, { by, now }: { by: Author; now: Date }): Promise<void> => {
    const { hand } = definition;
    if (!hand) return;
    const hands = [{ accountId: by.accountId, what: hand, subjects: [{ kind: noun, id }] }];
    await noteHands(tx, hands, now);
  };

  const change = (tx: Tx, name: keyof typeof states.changes, id: string, { by, now }: ByAuthor, set: Values = {}) =>
    transition(tx, states, { ids: [id], change: name, by, now, with: set });

  const suggest = async (rows: readonly TableRow[]) => {
    const { header, columns } = columnsByName(rows.slice(0, MAX_HEAD_LINES), names);
    const below = rows.filter(({ line }) => line > (header?.line ?? 0));
    const valuesOf = (field: Field): string[] => {
      const column = columns[field];
      return column === null ? [] : below.map(({ cells }) => cells[column] ?? '');
    };
    const above = rows.filter(({ line }) => line < (header?.line ?? 0)).map(({ cells }) => cells.join(' '));
    const lacksDays = days.some((field) => fields.needed.includes(field) && columns[field] === null);
    return {
      header_line: header?.line ?? 1,
      day_order: lacksDays ? null : await orderOf(days.flatMap(valuesOf)),
      ...columns,
      ...definition.suggest(columns, valuesOf, above.join(' ')),
    };
  };

  const finish = async (tx: Tx, id: string, { by, now }: ByAuthor): Promise<void> => {
    await change(tx, 'finish', id, { by, now }, { imported_at: now.toISOString() });
    await repo.countOutcomes(tx, id);
    const row = await find(tx, id);
    await definition.finished?.(tx, row, { now });
    const outcomes = Object.fromEntries(row.counts.map(({ outcome, lines }) => [`lines_${outcome}`, lines]));
    if (by && noted) await note(tx, 'done', row, { by, now }, { ...noted(row), ...outcomes });
  };

  const job = defineJob({
    name: definition.job,
    needs: contract.access,
    input: z.strictObject({ lines: z.int(), [noun]: Id }) as unknown as z.ZodType<{ lines: number } & Values>,
    position: z.strictObject({ line: z.int(), done: z.int() }),
    chunk: async (tx, { input, position, by, now }) => {
      const { line: after, done: before } = position ?? { line: 0, done: 0 };
      const row = completedIfAny(await repo.lock(tx, String(input[noun])));
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

  /** The contract drops further columns. Until columns are chosen, one line has their names. */
  const present = (row: Row, job: ImportJob) => ({
    ...withIsoDates(row),
    line_count: row.counts.length > 0 ? row.counts.reduce((sum, { lines }) => sum + lines, 0) : row.line_count - 1,
    status: statusOf(row.status, job),
    uploaded_by: row.uploader,
  });

  /** The column names that a mapping speaks of. Refuses columns that the file does not have. */
  const namesOf = async (tx: Tx, id: string, mapping: Mapping): Promise<string[]> => {
    const header = (await repo.nextLines(tx, id, 0, MAX_HEAD_LINES)).find(({ line }) => line === mapping.header_line);
    if (!header) throw unfit('header_line', 'Please choose the line of the column names among the first lines.');
    for (const [field, label] of Object.entries(fields.labels)) {
      if ((mapping[field as Field] ?? 0) >= header.cells.length)
        throw unfit(field, `${label}: this file has no such column.`);
    }
    return header.cells;
  };

  return {
    contract,
    repo,
    job,
    find,
    lock,
    note,
    suggest,

    files: sourceOf<Row>(contract.list, repo.files, (rows, db) =>
      Promise.all(
        rows.map(async (row) => present(row, row.status === 'importing' ? await jobOf(db, row.job_id) : null)),
      ),
    ),

    lines: sourceOf<{ import_id: string } & Line & { mapping: Mapping | null }>(
      contract.lines,
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

    /** Reads a file, and suggests how its columns are meant. */
    read: async (file: File) => {
      const read = await readTableFile(file, {
        unnamed: definition.records ?? thing,
        noTable: sentences.noTable,
        fewestCells: definition.fewestCells,
        longestCell: definition.longestCell,
        known: (head) => {
          const { columns } = columnsByName(head, names);
          return telling.filter((field) => columns[field] !== null).length;
        },
        // Values of the later lines say in which order days are written.
        columns: (head) => {
          const { columns } = columnsByName(head, names);
          return [...days, ...(definition.looked ?? [])].map((field) => columns[field]);
        },
      });
      return { ...read, suggestion: await suggest(read.looked) };
    },

    /** Stores a file, with the mapping of one with the same column names; gives the id. */
    store: async (tx: Tx, read: TableFile & { suggestion: object }, made: ByClerk): Promise<string> => {
      const { head, fileName: file_name, readFrom: read_from, lineCount: line_count } = read;
      const fingerprints = head.map(({ cells }) => fingerprintOf(cells));
      const known = await repo.findMapping(tx, fingerprints);
      const header = known && head[fingerprints.indexOf(known.fingerprint)];
      // Of fields that are newer than the mapping, the suggestion counts.
      const mapping = header && { ...read.suggestion, ...known.mapping, header_line: header.line };
      const suggestion = mapping ?? read.suggestion;
      const file = { file_name, read_from, line_count, suggestion, is_remembered: Boolean(mapping) };
      const id = await repo.insert(tx, file, made);
      for (const batch of read.batches) await repo.insertLines(tx, id, batch);
      await note(tx, 'upload', { id, file_name }, made, { lines: line_count });
      await noteHand(tx, id, made);
      return id;
    },

    show: async (db: Db, id: string): Promise<object> => {
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
     * Judges the lines by a mapping and stores what an import would do with each. Refused with 409
     * `conflict` once it has begun, and with 400 `invalid_input` for a mapping that does not fit.
     */
    check: async (tx: Tx, mapping: Mapping, { id, by, now }: AskedOfImport): Promise<void> => {
      const { uploaded_at: uploadedAt, uploaded_by: uploadedBy } = await lockOpen(
        tx,
        id,
        'its columns stay as they are',
      );
      const columnNames = await namesOf(tx, id, mapping);
      const judge = await definition.judge(tx, { mapping, by, now, columnNames, uploadedAt, uploadedBy });
      await repo.clearOutcomes(tx, id, mapping.header_line);
      const columns = await judgeFile(tx, { id, header: mapping.header_line, days: sentences.otherDays }, judge, repo);
      await change(tx, 'check', id, { by, now }, { ...columns, mapping });
      await repo.countOutcomes(tx, id);
      const kept = { ...mapping };
      for (const part of definition.ofOneFile ?? []) delete kept[part];
      await repo.keepMapping(tx, fingerprintOf(columnNames), kept, { by, now });
      await noteHand(tx, id, { by, now });
    },

    /** Queues the import of a checked file, or the rest of a stopped one; else 409 `conflict`. */
    start: async (tx: Tx, { id, by, now }: AskedOfImport): Promise<string> => {
      const row = await lock(tx, id);
      const status = statusOf(row.status, await jobOf(tx, row.job_id));
      if (status === 'uploaded') throw conflict(`Please choose the columns of this ${thing} first.`);
      if (status === 'importing') throw conflict(`This ${thing} is being imported already.`);
      if (status === 'imported') throw conflict(`This ${thing} was imported already.`);
      if (isAtWork(await jobOf(tx, row.take_back_job_id))) {
        throw conflict(`The ${definition.records} of this ${thing} are being taken back at the moment.`);
      }
      if (row.mapping) definition.refuseStart?.(row.mapping, by);
      if (row.problem !== '') throw conflict(row.problem);
      const lines = await repo.countToTake(tx, id);
      const isWorthIt = lines > 0 || row.counts.some(({ outcome }) => contract.keeps?.includes(outcome));
      if (!isWorthIt) throw conflict(sentences.nothingToTake);
      const job_id = await queueJob(tx, job, { lines, [noun]: id }, { by, now });
      await change(tx, 'start', id, { by, now }, { job_id });
      await note(tx, 'import', row, { by, now }, noted && { lines });
      await noteHand(tx, id, { by, now });
      const { mapping } = row;
      const also = mapping && definition.started ? await definition.started(tx, { ...row, mapping }, { by, now }) : '';
      return `The import has started.${also}`;
    },

    /** Stops an import after the chunk that runs; what it has taken over stays. */
    cancel: async (tx: Tx, { id, by, now }: AskedOfImport): Promise<string> => {
      const row = await lock(tx, id);
      if (row.status !== 'importing' || row.job_id === null) throw conflict(`This ${thing} is not being imported.`);
      await cancelJob(tx, row.job_id, now);
      await change(tx, 'cancel', id, { by, now });
      await repo.countOutcomes(tx, id);
      await note(tx, 'cancel', row, { by, now }, noted?.(row));
      return 'The import was stopped.';
    },

    discard: async (tx: Tx, { id, by, now }: AskedOfImport): Promise<string> => {
      const row = await lockOpen(tx, id, 'it is kept');
      await repo.remove(tx, id);
      await note(tx, 'discard', row, { by, now });
      return `The ${thing} was discarded.`;
    },

    /** Removes files that nobody imported, and the lines of those that were long ago. */
    clearOld: async (db: Db, now: Date): Promise<void> => {
      const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
      await repo.deleteUnused(db, before(KEEPS_UNUSED));
      while (await repo.deleteOldLines(db, before(definition.keepsLinesDays)));
    },
  };
};
