import * as contract from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { callerHolds, callerOf } from '#http/guard.ts';
import { holdsVersion } from '#http/headers.ts';
import { serveImport } from '#http/import-routes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { carRoutes } from './cars/cars.routes.ts';
import { changePlan } from './changing/change-plan.ts';
import { changingRoutes } from './changing/changing.routes.ts';
import { publicProfile } from './drivers.present.ts';
import { importOfDrivers } from './imports/driver-import.ts';
import { takeBackOfDrivers, type WithMoney } from './imports/taking-back.ts';
import { eraseDriver, type MoneyOf } from './privacy/erase-driver.ts';
import { looksSource, noteLook } from './privacy/looks.ts';
import type { RegistrationResult } from './registration/register-driver.ts';
import { registerDriver } from './registration/register-driver.ts';
import { issuePasswordCode } from './registration/setup-codes.ts';
import { removeDriver, restoreDriver } from './removal/remove-driver.ts';
import { driversSource, findByCarNumber, generalSearch, specialSearch } from './search/search-drivers.ts';
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

type Answer = contract.AnswerOf<typeof contract.registerDriver>;

const welcome = ({ driver, setupCode, firstType }: RegistrationResult, by: { isStaff: boolean }): Answer => ({
  status: true,
  message:
    `Thank you, ${driver.first_name}. You are registered. Your driver code is ${driver.driver_code}: ` +
    'please write it down. You need it to pay and to sign in.',
  driver: publicProfile(driver),
  ...(by.isStaff && { driver_id: driver.id }),
  setup_code: setupCode,
  first_payment_type: firstType,
});

const registerRoutes = (app: ApiScope, { db, files, now, linksTo, textsAreSent }: Deps): void => {
  app.route({
    ...contract.registerDriver,
    handler: (request) => {
      const { caller, body } = request;
      return registerDriver<Answer>(
        db,
        {
          files,
          now: now(),
          linksTo,
          textsAreSent,
          caller,
          inTransaction: (work) => request.inTransaction(work),
          answer: welcome,
        },
        body,
      );
    },
  });
};

/** The plans of drivers, as the office agrees on them. */
const planRoutes = (app: ApiScope, { db, now }: Deps): void => {
  app.route({
    ...contract.changeDriverPlan,
    handler: async (request) => {
      const { id } = request.params;
      const { plan, from } = await changePlan(db, { caller: callerOf(request), id, now: now() }, request.body);
      const message = `The driver has the plan ${contract.planOf(plan)?.name} from ${contract.formatMonth(from)} on.`;
      return { status: true as const, message, driver: await showDriver(db, id) };
    },
  });
};

const privacyRoutes = (app: ApiScope, { db, now, lists, moneyOf }: Deps): void => {
  lists.serve(app, contract.lookList, looksSource, () => undefined);
  app.route({
    ...contract.eraseDriver,
    handler: async (request) => {
      const acting = { caller: callerOf(request), id: request.params.id, now: now(), moneyOf };
      const code = await eraseDriver(db, acting, request.body);
      return { status: true as const, message: `The personal data of ${code} are erased.` };
    },
  });
};

const importRoutes = (app: ApiScope, deps: Deps): void => {
  const { read, change } = serving(app, deps);
  const { preview, start } = takeBackOfDrivers(deps.withMoney);
  serveImport(app, deps, importOfDrivers);
  read(contract.previewTakeBack, ({ id }) => preview(deps.db, id));
  change(contract.takeBackDriverImport, start);
};

export const driverRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, files, notes, now, lists } = deps;
  registerRoutes(app, deps);
  importRoutes(app, deps);
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
