import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AnyList,
  type Endpoint,
  EXPORT_MEDIA_TYPES,
  type ExportFormat,
  isStaffRole,
  type ListColumn,
  type ListQuery,
  MAX_PDF_ROWS,
  type RowOf,
  TOTAL_AMOUNT_HEADER,
  TOTAL_COUNT_HEADER,
  TOTAL_CUT_HEADER,
  today,
  WAITING_AMOUNT_HEADER,
} from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { ListSource } from '#db/list/list-source.ts';
import type { Listed, Unpaged } from '#db/list/list-sql.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { csvOf } from '#lib/spreadsheet/csv.ts';
import { MAX_SHEET_ROWS, xlsxOf } from '#lib/spreadsheet/sheet-xml.ts';
import { callerOf } from '../guard.ts';
import { sendPdf } from '../headers.ts';
import { columnsWithoutPhones, seesNoPhones } from '../hide-phones.ts';
import type { ApiScope } from '../scope.ts';

/** Puts a list's totals into the answer's headers and gives its rows. */
export const answerList = <T>(reply: FastifyReply, list: Listed<T>): T[] => {
  reply.header(TOTAL_COUNT_HEADER, list.count);
  if (list.amount !== undefined) reply.header(TOTAL_AMOUNT_HEADER, list.amount);
  if (list.amount !== undefined || list.isCut !== undefined)
    reply.header(TOTAL_CUT_HEADER, String(list.isCut === true));
  if (list.waiting !== undefined) reply.header(WAITING_AMOUNT_HEADER, list.waiting);
  return list.rows;
};

/** Milliseconds between two checks at how much has been taken. */
const RECEIVER_CHECK_MS = 30_000;
/** Checks after which a file has taken too long, a quarter of an hour: 100 MB at 1 Mbit/s. */
const MOST_CHECKS = 30;

/**
 * Calls `cutOff` for a receiver that took nothing of what waits between two checks, and for one who
 * takes longer than a quarter of an hour: a file holds a connection of the database and a place
 * among the files for as long as it is received. Node passes bytes on by some 64 kB, so one that
 * takes less than 2 kB a second may count as taking nothing.
 */
const watchReceiver = (response: ServerResponse, cutOff: () => void): void => {
  const { socket } = response;
  let before = socket?.bytesWritten;
  let checks = 0;
  const check = setInterval(() => {
    checks += 1;
    const isWaiting = response.writableLength > 0;
    if ((isWaiting && socket?.bytesWritten === before) || checks === MOST_CHECKS) cutOff();
    before = socket?.bytesWritten;
  }, RECEIVER_CHECK_MS);
  check.unref();
  response.once('close', () => clearInterval(check));
};

/** Passes rows on and, at their end or when the receiver leaves, calls `note` with their number. */
async function* countedBatches<Row>(
  batches: AsyncIterable<Row[]>,
  note: (rows: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  let given = 0;
  let isWhole = false;
  try {
    for await (const rows of batches) {
      given += rows.length;
      yield rows;
    }
    isWhole = true;
  } finally {
    if (isWhole || given > 0) await note(given);
  }
}

/** Batches while `isAllowed`; then the file ends in an error, so that it cannot pass for whole. */
async function* whileAllowed<Row>(
  batches: AsyncIterable<Row[]>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Row[]> {
  let isFirst = true;
  for await (const rows of batches) {
    if (!isFirst && !(await isAllowed())) {
      throw new Refusal('not_signed_in', 'Your session ended while the file was being written.');
    }
    isFirst = false;
    yield rows;
  }
}

/**
 * The same batches after the first arrived: an earlier failure can still be answered as a refusal.
 * A started generator ends its query on `return`; an unstarted one would not.
 */
const begun = async <Row>(batches: AsyncGenerator<Row[]>): Promise<AsyncGenerator<Row[]>> => {
  const first = await batches.next();
  let isTaken = false;
  const rows: AsyncGenerator<Row[]> = {
    next: async () => {
      if (isTaken) return batches.next();
      isTaken = true;
      return first;
    },
    return: (value) => batches.return(value),
    throw: (error) => batches.throw(error),
    [Symbol.asyncIterator]: () => rows,
    [Symbol.asyncDispose]: async () => void (await batches.return(undefined)),
  };
  return rows;
};

type File<Row> = {
  name: string;
  format: ExportFormat;
  columns: readonly ListColumn<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  now: Date;
};

/** Milliseconds for a broken file's end to go out, within those of a stop (`start.ts`). */
const LAST_LINE_MS = 300;
const POLL_MS = 10;

/** Resolves when all that `file` gave has gone out, or its receiver takes it too slowly. */
const allSent = async (file: Readable, response: ServerResponse): Promise<void> => {
  const deadline = performance.now() + LAST_LINE_MS;
  do await delay(POLL_MS);
  while (file.readableLength + response.writableLength > 0 && performance.now() < deadline);
};

/** The file as a stream to `response`; destroying it ends `batches`. */
const fileStream = <Row>({ name, format, columns, batches }: File<Row>, response: ServerResponse): Readable => {
  if (format === 'xlsx') return xlsxOf(name, columns, batches);
  const file: Readable = Readable.from(
    csvOf(columns, batches, () => allSent(file, response)),
    { objectMode: false },
  );
  return file;
};

/** Names the answer as a file to save: `payments-2026-11-21.csv`. */
const describeFile = <Row>(reply: FastifyReply, { name, format, now }: File<Row>): FastifyReply =>
  reply
    .header('content-type', format === 'csv' ? `${EXPORT_MEDIA_TYPES.csv}; charset=utf-8` : EXPORT_MEDIA_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}-${today(now)}.${format}"`);

/** Each holds a connection of the database for as long as its caller takes to receive the file. */
const PLACES = 2;
const RETRY_SECONDS = 10;

const NO_PLACE = 'Other lists are being saved to files. Please try again in a moment.';
const OWN_FILE = 'Another list is still being saved to a file for you. Please try again when it is finished.';

type ExportPlaces = {
  /** Takes a place and gives its release; refuses with 429 and Retry-After. */
  take: (caller: Pick<Caller, 'role' | 'accountId'>, reply: FastifyReply) => () => void;
};

/** Files that a server writes at once: so many for staff, for all others, and one a person. */
const exportPlaces = (): ExportPlaces => {
  const staff = new Set<string>();
  const others = new Set<string>();
  return {
    take: ({ role, accountId }, reply) => {
      const receiving = isStaffRole(role) ? staff : others;
      if (receiving.has(accountId) || receiving.size >= PLACES) {
        reply.header('retry-after', RETRY_SECONDS);
        throw new Refusal('too_many_requests', receiving.has(accountId) ? OWN_FILE : NO_PLACE);
      }
      receiving.add(accountId);
      let isTaken = true;
      return () => {
        if (isTaken) receiving.delete(accountId);
        isTaken = false;
      };
    },
  };
};

/** Audit facts of a saved list; of own data only that it was searched (docs/product/audit.md). */
export type Exported = { list: string; format: ExportFormat | 'pdf'; filter: Record<string, unknown>; rows: number };

type Paged = { page: number; size: number; sort: string };
type Scoped<Scope> = (request: FastifyRequest) => Scope | Promise<Scope>;

export type Lists = {
  /** Registers a list's pages and its file. `scope` says what of it the caller may see. */
  serve: <L extends AnyList, Scope>(
    app: ApiScope,
    list: L,
    source: ListSource<ListQuery<L>, RowOf<L>, Scope>,
    scope: Scoped<Scope>,
  ) => void;
  /** Registers the endpoint of a list's PDF, which `draw` makes of all rows of the filter. */
  servePdf: <L extends AnyList, Scope>(
    app: ApiScope,
    list: L,
    pdf: Endpoint,
    source: ListSource<ListQuery<L>, RowOf<L>, Scope>,
    scope: Scoped<Scope>,
    draw: DrawList<L>,
  ) => void;
};

/** The rows of a filter with the columns that the caller may see; gives the bytes of a PDF. */
export type DrawList<L extends AnyList> = (
  rows: RowOf<L>[],
  asked: { query: Unpaged<ListQuery<L>>; columns: readonly ListColumn<RowOf<L>>[]; now: Date },
) => Promise<Buffer>;

type Deps = {
  db: Db;
  now: () => Date;
  note: (caller: Caller, exported: Exported) => Promise<void>;
  /** True while the caller may still have the file that is being written. */
  mayGoOn: (request: FastifyRequest) => Promise<boolean>;
};
type AnySource = ListSource<Paged, unknown, unknown>;
type FileQuery = Unpaged<Paged> & { format: ExportFormat };

/** A sheet's rows are counted first: a file that broke off at the last one would look whole. */
const refuseTooLong = async ({ db }: Deps, source: AnySource, asked: Unpaged<Paged>, scope: unknown): Promise<void> => {
  if ((await source.count(db, asked, scope, MAX_SHEET_ROWS)) < MAX_SHEET_ROWS) return;
  throw new Refusal('refused', 'This is more than an Excel sheet holds. Please save it as CSV, or narrow the filter.');
};

const withoutPersons = (list: AnyList, asked: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, value && list.filters[name]?.isPersonal ? 'given' : value]),
  );

const fileHandler =
  (deps: Deps, places: ExportPlaces, list: AnyList, source: AnySource, scopeOf: Scoped<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { format, ...asked } = request.query as FileQuery;
    const caller = callerOf(request);
    const release = places.take(caller, reply);
    try {
      const scope = await scopeOf(request);
      if (format === 'xlsx') await refuseTooLong(deps, source, asked, scope);
      const filter = withoutPersons(list, asked);
      const note = (rows: number) => deps.note(caller, { list: list.name, format, filter, rows });
      const rows = whileAllowed(source.batches(deps.db, asked, scope), () => deps.mayGoOn(request));
      const batches = await begun(countedBatches(rows, note));
      const columns = [
        ...list.columns,
        ...(list.fileColumns ?? []),
      ] as readonly unknown[] as readonly ListColumn<unknown>[];
      const file = {
        ...list,
        name: list.fileName?.(asked) ?? list.name,
        columns: seesNoPhones(caller) ? columnsWithoutPhones(columns) : columns,
        format,
        batches,
        now: deps.now(),
      };
      const stream = fileStream(file, reply.raw);
      // Also for an unread stream: its query must end and be noted before the place is free again.
      stream.once('close', () => {
        batches
          .return(undefined)
          .catch((error: unknown) => request.log.error({ err: error }, 'a file ended badly'))
          .finally(release);
      });
      // Ends the connection: a file that ends properly would pass for a whole one.
      watchReceiver(reply.raw, () => stream.destroy());
      return describeFile(reply, file).send(stream);
    } catch (error) {
      release();
      throw error;
    }
  };

const TOO_LONG_FOR_PDF = `A PDF holds ${MAX_PDF_ROWS.toLocaleString('en-GB')} rows, and these are more. Please narrow the filter, or save it as Excel.`;

/** All rows of a filter, for one PDF. Refused with 422 `refused` where they are more. */
export const rowsForPdf = async <Asked, Row, Scope>(
  db: Db,
  source: Pick<ListSource<Asked, Row, Scope>, 'count' | 'batches'>,
  { asked, scope }: { asked: Unpaged<Asked>; scope: Scope },
  tooLong = TOO_LONG_FOR_PDF,
): Promise<Row[]> => {
  const most = MAX_PDF_ROWS + 1;
  if ((await source.count(db, asked, scope, most)) === most) throw new Refusal('refused', tooLong);
  const rows: Row[] = [];
  for await (const some of source.batches(db, asked, scope)) rows.push(...some.slice(0, most));
  return rows;
};

const pdfHandler =
  (
    deps: Deps,
    places: ExportPlaces,
    list: AnyList,
    source: AnySource,
    scopeOf: Scoped<unknown>,
    draw: DrawList<AnyList>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = request.query as Unpaged<Paged>;
    const caller = callerOf(request);
    const release = places.take(caller, reply);
    try {
      const scope = await scopeOf(request);
      const rows = await rowsForPdf(deps.db, source, { asked, scope });
      const own = list.columns as readonly unknown[] as readonly ListColumn<unknown>[];
      const columns = seesNoPhones(caller) ? columnsWithoutPhones(own) : own;
      const now = deps.now();
      const bytes = await draw(rows as never, { query: asked as never, columns: columns as never, now });
      await deps.note(caller, {
        list: list.name,
        format: 'pdf',
        filter: withoutPersons(list, asked),
        rows: rows.length,
      });
      return sendPdf(reply, { name: `${list.fileName?.(asked) ?? list.name}-${today(now)}.pdf`, bytes });
    } finally {
      release();
    }
  };

/** Serves lists by their definitions; all of them share the places for writing files. */
export const listServer = (deps: Deps): Lists => {
  const places = exportPlaces();
  return {
    serve: (app, list, listSource, scopeOf) => {
      const source = listSource as unknown as AnySource;
      app.route({
        ...list.page,
        handler: async (request, reply) => {
          const query = request.query as Paged;
          return answerList(reply, await source.page(deps.db, query, await scopeOf(request)));
        },
      });
      app.route({ ...list.file, handler: fileHandler(deps, places, list, source, scopeOf) });
    },
    servePdf: (app, list, pdf, source, scopeOf, draw) => {
      const made = draw as unknown as DrawList<AnyList>;
      app.route({ ...pdf, handler: pdfHandler(deps, places, list, source as unknown as AnySource, scopeOf, made) });
    },
  };
};
