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

/** The use cases of an import, as `domains/imports` defines them. */
export type ServedImport = {
  contract: AnyImport;
  thing: string;
  source: ListSource<ListQuery<AnyList>, RowOf<AnyList>, undefined>;
  read(file: File): Promise<ReadFile>;
  store(tx: Tx, read: ReadFile, made: Made): Promise<string>;
  show(db: Db, id: string): Promise<object>;
  check(tx: Tx, id: string, mapping: unknown, made: Made): Promise<void>;
  start(tx: Tx, id: string, made: Made): Promise<void>;
  cancel(tx: Tx, id: string, made: Made): Promise<void>;
  discard(tx: Tx, id: string, made: Made): Promise<void>;
};

type Asked = FastifyRequest & { params: { id: string }; body: unknown };

/** Serves the endpoints of an import, and the list of its files. */
export const serveImport = (app: ApiScope, { db, now, lists }: ImportDeps, served: ServedImport): void => {
  const { contract, thing } = served;
  const done = (message: string, more: object = {}) => ({ status: true as const, message, ...more });
  const made = (request: FastifyRequest): Made => ({ by: callerOf(request), now: now() });
  const idOf = (request: FastifyRequest): string => (request as Asked).params.id;

  lists.serve(app, contract.list, served.source, () => undefined);
  app.route({
    ...contract.upload,
    handler: async (request) => {
      // Before the transaction, since reading takes seconds.
      const read = await served.read((request.body as { file: File }).file);
      return request.inTransaction(async (tx) =>
        done(`The ${thing} was read. Please check its columns.`, {
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
  app.route({
    ...contract.start,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        await served.start(tx, idOf(request), made(request));
        return done('The import has begun.');
      }),
  });
  app.route({
    ...contract.cancel,
    handler: async (request) => {
      await db.transaction().execute((tx) => served.cancel(tx, idOf(request), made(request)));
      return done('The import was stopped.');
    },
  });
  app.route({
    ...contract.discard,
    handler: async (request) => {
      await db.transaction().execute((tx) => served.discard(tx, idOf(request), made(request)));
      return done(`The ${thing} was discarded.`);
    },
  });
};
