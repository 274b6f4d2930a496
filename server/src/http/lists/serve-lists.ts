import type { AnyList, ExportFormat, ListColumn, ListQuery, RowOf } from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { ListSource } from '#db/list/list-source.ts';
import type { Asked } from '#db/list/list-sql.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { MAX_SHEET_ROWS } from '#lib/spreadsheet/sheet-xml.ts';
import { callerOf } from '../guard.ts';
import { answerList } from '../list.ts';
import type { ApiScope } from '../scope.ts';
import { begun, countedBatches, whileAllowed } from './counted-batches.ts';
import { type ExportPlaces, exportPlaces } from './export-places.ts';
import { describeFile, fileStream } from './file-answer.ts';
import { watchReceiver } from './watch-receiver.ts';

/**
 * The facts that the audit log keeps of a list that somebody saved to a file; of a person's own numbers and names only that
 * they were searched for (docs/product/audit.md, rule 6).
 */
export type Exported = { list: string; format: ExportFormat; filter: Record<string, unknown>; rows: number };

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
};

type Deps = {
  db: Db;
  now: () => Date;
  note: (caller: Caller, exported: Exported) => Promise<void>;
  /** True while the caller may still have the file that is being written. */
  mayGoOn: (request: FastifyRequest) => Promise<boolean>;
};
type AnySource = ListSource<Paged, unknown, unknown>;
type FileQuery = Asked<Paged> & { format: ExportFormat };

/** A sheet's rows are counted first: a file that broke off at the last one would look whole. */
const refuseTooLong = async ({ db }: Deps, source: AnySource, asked: Asked<Paged>, scope: unknown): Promise<void> => {
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
      const file = {
        ...list,
        name: list.fileName?.(asked) ?? list.name,
        columns: list.columns as readonly ListColumn<unknown>[],
        format,
        batches,
        now: deps.now(),
      };
      const stream = fileStream(file, reply.raw);
      // Also where nobody has read a byte of it: the query must end, and its end be noted, before the place is free again.
      stream.once('close', () => {
        batches
          .return(undefined)
          .catch((error: unknown) => request.log.error({ err: error }, 'a file ended badly'))
          .finally(release);
      });
      // Ends the connection, since the receiver would take a file that ends properly for a whole one.
      watchReceiver(reply.raw, () => stream.destroy());
      return describeFile(reply, file).send(stream);
    } catch (error) {
      release();
      throw error;
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
  };
};
