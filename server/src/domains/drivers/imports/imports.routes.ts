import * as contract from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import { type ImportDeps, serveImport } from '#http/import-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { importOfDrivers } from './driver-import.ts';
import { takeBackOfDrivers, type WithMoney } from './taking-back.ts';

/** Lists of drivers: sent, mapped and checked, imported, stopped, discarded, taken back. */
export const driverImportRoutes = (app: ApiScope, deps: ImportDeps & { withMoney: WithMoney }): void => {
  const { db, now, withMoney } = deps;
  const takeBack = takeBackOfDrivers(withMoney);
  serveImport(app, deps, importOfDrivers);
  app.route({ ...contract.previewTakeBack, handler: ({ params }) => takeBack.preview(db, params.id) });
  app.route({
    ...contract.takeBackDriverImport,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const { params, body } = request;
        await takeBack.start(tx, params.id, { by: callerOf(request), now: now(), reason: body.reason });
        return { status: true as const, message: 'The drivers of this list are being taken back.' };
      }),
  });
};
