import type { AnyImport, AnyList, ListQuery, RowOf } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import type { ListSource } from '#db/list/list-source.ts';
import type { Caller } from '#lib/caller.ts';
import type { TableFile } from '#lib/table-file/read-file.ts';
import { callerOf } from './guard.ts';
import type { Lists } from './lists/serve-lists.ts';
import type { ApiScope } from './scope.ts';

export type ImportDeps = { db: Db; now: () => Date; lists: Lists };

type Made = { by: Caller; now: Date };
type ReadFile = TableFile & { suggestion: object };
type Source = ListSource<ListQuery<AnyList>, RowOf<AnyList>, undefined>;

/** The use cases of an import, as `domains/imports` defines them. */
export type ServedImport = Record<'files' | 'lines', Source> &
  Record<'start' | 'cancel' | 'discard', (tx: Tx, id: string, made: Made) => Promise<void>> & {
    contract: AnyImport;
    lineList: AnyList;
    read(file: File): Promise<ReadFile>;
    store(tx: Tx, read: ReadFile, made: Made): Promise<string>;
    show(db: Db, id: string): Promise<object>;
    check(tx: Tx, id: string, mapping: unknown, made: Made): Promise<void>;
  };

/** Serves the endpoints of an import, the list of its files, and that of their lines. */
export const serveImport = (app: ApiScope, { db, now, lists }: ImportDeps, served: ServedImport): void => {
  const { contract, lineList } = served;
  const done = (message: string, more: object = {}) => ({ status: true as const, message, ...more });
  const made = (request: FastifyRequest): Made => ({ by: callerOf(request), now: now() });
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

  lists.serve(app, contract.list, served.files, () => undefined);
  lists.serve(app, lineList, served.lines, () => undefined);
  app.route({
    ...contract.upload,
    handler: async (request) => {
      // Before the transaction, since reading takes seconds.
      const read = await served.read((request.body as { file: File }).file);
      return request.inTransaction(async (tx) =>
        done(`The ${contract.thing} was read. Please check its columns.`, {
          [contract.idKey]: await served.store(tx, read, made(request)),
        }),
      );
    },
  });
  app.route({ ...contract.show, handler: (request) => served.show(db, idOf(request)) });
  app.route({
    ...contract.map,
    handler: async (request) => {
      const id = idOf(request);
      await db.transaction().execute((tx) => served.check(tx, id, request.body, made(request)));
      return done('This is what an import would do.', { [contract.noun]: await served.show(db, id) });
    },
  });
  const ends = {
    start: 'The import has begun.',
    cancel: 'The import was stopped.',
    discard: `The ${contract.thing} was discarded.`,
  } as const;
  for (const name of Object.keys(ends) as (keyof typeof ends)[]) {
    const run = (request: FastifyRequest) => async (tx: Tx) => {
      await served[name](tx, idOf(request), made(request));
      return done(ends[name]);
    };
    app.route({
      ...contract[name],
      handler: (request) =>
        contract[name].idempotent ? request.inTransaction(run(request)) : db.transaction().execute(run(request)),
    });
  }
};
