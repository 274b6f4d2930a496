import * as contract from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { callerHolds, callerOf } from '#http/guard.ts';
import { holdsVersion } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { carRoutes } from './cars/cars.routes.ts';
import { changingRoutes } from './changing/changing.routes.ts';
import { driverImportRoutes } from './imports/imports.routes.ts';
import type { WithMoney } from './imports/taking-back.ts';
import { issuePasswordCode } from './issue-password-code.ts';
import { planRoutes } from './plans/plans.routes.ts';
import type { MoneyOf } from './privacy/erase-driver.ts';
import { noteLook } from './privacy/note-look.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { registerRoutes } from './registration/register.routes.ts';
import { removeDriver, restoreDriver } from './removal/remove-driver.ts';
import { findByCarNumber } from './search/find-by-car-number.ts';
import { generalSearch, specialSearch } from './search/general-search.ts';
import { driversSource } from './search/list-drivers.ts';
import { openPhoto, photoOf, showDriver } from './show-driver.ts';

/** `linksTo`: the web's origin for links in text messages, or null where it is not known. */
type Deps = {
  db: Db;
  notes: LateNotes;
  files: FileStore;
  now: () => Date;
  linksTo: string | null;
  textsAreSent: boolean;
  lists: Lists;
  moneyOf: MoneyOf;
  withMoney: WithMoney;
};

export const driverRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, files, notes, now, lists } = deps;
  registerRoutes(app, deps);
  driverImportRoutes(app, deps);
  privacyRoutes(app, deps);
  changingRoutes(app, deps);
  carRoutes(app, deps);
  planRoutes(app, deps);
  app.route({
    ...contract.findDriverByCarNumber,
    handler: async (request) => ({
      success: true as const,
      message: 'Driver found.',
      driver: await findByCarNumber(db, {
        carNumber: request.body.car_number,
        asStaff: callerHolds(request, 'drivers.read'),
      }),
    }),
  });
  lists.serve(app, contract.driverList, driversSource, () => undefined);
  app.route({ ...contract.generalSearch, handler: ({ body }) => generalSearch(db, body) });
  app.route({
    ...contract.getDriver,
    handler: async (request) => {
      const driver = await showDriver(db, request.params.id);
      const [caller, at] = [callerOf(request), now()];
      const about = { action: 'drivers.look', actor: caller.accountId, driver: driver.id, at: at.toISOString() };
      await notes.keep(about, (handle) => noteLook(handle, caller, driver.id, at));
      return driver;
    },
  });
  app.route({ ...contract.specialSearch, handler: ({ body }) => specialSearch(db, body) });
  app.route({
    ...contract.removeDriver,
    handler: async (request) => {
      const { params, body } = request;
      const { car_number } = await removeDriver(db, { caller: callerOf(request), id: params.id, now: now() }, body);
      return { status: true as const, message: `The driver was removed. ${car_number} can be registered again.` };
    },
  });
  app.route({
    ...contract.restoreDriver,
    handler: async (request) => {
      const { driver_code } = await restoreDriver(db, { caller: callerOf(request), id: request.params.id, now: now() });
      return { status: true as const, message: `${driver_code} is a current driver again.` };
    },
  });
  app.route({
    ...contract.issuePasswordCode,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const act = { caller: callerOf(request), id: request.params.id, now: now(), textsAreSent: deps.textsAreSent };
        const setup_code = await issuePasswordCode(tx, act);
        const message = 'Hand the code to the driver alone. It is shown only now.';
        return { status: true as const, message, setup_code };
      }),
  });
  app.route({
    ...contract.getDriverPhoto,
    handler: async (request, reply) => {
      const name = await photoOf(db, request.params.id);
      const etag = `"${name}"`;
      if (holdsVersion(request, etag)) return guarded(reply, etag).status(304).send();
      const photo = await openPhoto(files, name);
      return guarded(reply, etag).type('image/jpeg').send(photo);
    },
  });
};

/** A photo is shown and nothing else, and a browser asks each time whether it may still be. */
const guarded = (reply: FastifyReply, etag: string): FastifyReply =>
  reply
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('content-disposition', 'inline; filename="photo.jpg"')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache')
    .header('etag', etag);
