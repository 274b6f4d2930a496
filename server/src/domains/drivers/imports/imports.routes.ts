import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { checkImport } from './check-import.ts';
import { driverLinesSource, importsSource } from './list-imports.ts';
import { readList } from './read-list.ts';
import { showImport } from './show-import.ts';
import { cancelDriverImport, discardDriverImport, startDriverImport } from './start-import.ts';
import { previewTakeBack } from './taking-back/preview-take-back.ts';
import { startTakeBack } from './taking-back/start-take-back.ts';
import type { WithMoney } from './taking-back/touched-drivers.ts';
import { storeList } from './upload-list.ts';

type Deps = { db: Db; now: () => Date; lists: Lists; withMoney: WithMoney };

/** Lists of drivers: sent, mapped and checked, imported, stopped, discarded. */
export const driverImportRoutes = (app: ApiScope, { db, now, lists, withMoney }: Deps): void => {
  const said = (message: string) => ({ status: true as const, message });
  const made = (request: FastifyRequest) => ({ by: callerOf(request), now: now() });
  lists.serve(app, contract.driverImportList, importsSource, () => undefined);
  lists.serve(app, contract.driverLineList, driverLinesSource, () => undefined);
  app.route({
    ...contract.uploadDriverImport,
    handler: async (request) => {
      // Before the transaction, since reading takes seconds.
      const list = await readList(request.body.file);
      return request.inTransaction(async (tx) => {
        const import_id = await storeList(tx, list, made(request));
        return { ...said('The list was read. Please check its columns.'), import_id };
      });
    },
  });
  app.route({ ...contract.getDriverImport, handler: ({ params }) => showImport(db, params.id) });
  app.route({
    ...contract.mapDriverImport,
    handler: async (request) => {
      const { id } = request.params;
      await db.transaction().execute((tx) => checkImport(tx, id, request.body, made(request)));
      return { ...said('This is what an import would do.'), driver_import: await showImport(db, id) };
    },
  });
  app.route({
    ...contract.startDriverImport,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        await startDriverImport(tx, request.params.id, made(request));
        return said('The import has begun.');
      }),
  });
  app.route({
    ...contract.cancelDriverImport,
    handler: async (request) => {
      await db.transaction().execute((tx) => cancelDriverImport(tx, request.params.id, made(request)));
      return said('The import was stopped.');
    },
  });
  app.route({
    ...contract.discardDriverImport,
    handler: async (request) => {
      await db.transaction().execute((tx) => discardDriverImport(tx, request.params.id, made(request)));
      return said('The list was discarded.');
    },
  });
  app.route({ ...contract.previewTakeBack, handler: ({ params }) => previewTakeBack(db, params.id, withMoney) });
  app.route({
    ...contract.takeBackDriverImport,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const { params, body } = request;
        await startTakeBack(tx, params.id, { ...made(request), reason: body.reason, withMoney });
        return said('The drivers of this list are being taken back.');
      }),
  });
};
