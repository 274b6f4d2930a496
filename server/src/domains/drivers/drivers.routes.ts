import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import type { AskedOfImport } from '#domains/imports';
import { callerHolds } from '#http/guard.ts';
import { asPhoto, holdsVersion } from '#http/headers.ts';
import { serveImport } from '#http/import-routes.ts';
import { countAddressOfDay } from '#http/limits/counts.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { carRoutes } from './cars/cars.routes.ts';
import type { IdentityChanging } from './changing/change-driver.ts';
import { changePlan, type PlanChanging } from './changing/change-plan.ts';
import { changingRoutes } from './changing/changing.routes.ts';
import { publicProfile } from './drivers.present.ts';
import { type ImportChanging, startDriverImport } from './imports/ask-import.ts';
import { importOfDrivers, type WouldOwe } from './imports/driver-import.ts';
import { takeBackOfDrivers, type WithMoney } from './imports/taking-back.ts';
import { type EraseTraces, eraseDriver, type MoneyOf } from './privacy/erase-driver.ts';
import { looksSource, noteLook } from './privacy/looks.ts';
import { type RegistrationResult, registerDriver } from './registration/register-driver.ts';
import { issuePasswordCode } from './registration/setup-codes.ts';
import { removeDriver, restoreDriver } from './removal/remove-driver.ts';
import { driversSource, type MoneyOfDrivers } from './search/list-drivers.ts';
import { findByCarNumber, generalSearch, specialSearch } from './search/search-drivers.ts';
import { openPhoto, photoOf, showDriver } from './show-driver.ts';

/** `linksTo`: the web's origin for links in text messages, or null where it is not known. */
type Deps = PlanChanging &
  ImportChanging &
  IdentityChanging & {
    db: Db;
    notes: LateNotes;
    files: FileStore;
    now: () => Date;
    linksTo: string | null;
    textsAreSent: boolean;
    lists: Lists;
    moneyOf: MoneyOf;
    eraseTraces: EraseTraces;
    withMoney: WithMoney;
    wouldOwe: WouldOwe;
    moneyOfDrivers: MoneyOfDrivers;
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

/** Registrations of an address while far more drivers register than usual. */
const SHARE_IN_FLOOD = {
  name: 'registrations of an address in a flood',
  max: 10,
  message: 'Very many people register today. Our office can register you at once, or please try again tomorrow.',
};

export const driverRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, files, notes, lists, linksTo, textsAreSent, moneyOf, eraseTraces } = deps;
  const { read, act, change } = serving(app, deps);
  act(contract.registerDriver, ({ body, by: caller, now }, request, reply) => {
    const sender = { address: request.address, reply, now };
    const by = {
      ...{ files, now, linksTo, textsAreSent, caller },
      countInFlood: (tx: Tx) => countAddressOfDay(tx, sender, SHARE_IN_FLOOD),
    };
    return registerDriver(db, { ...by, inTransaction: (work) => request.inTransaction(work), answer: welcome }, body);
  });
  const start = (tx: Tx, asked: AskedOfImport) => startDriverImport(tx, asked, deps);
  serveImport(app, deps, { ...importOfDrivers(deps.wouldOwe), start });
  const takeBack = takeBackOfDrivers(deps.withMoney);
  read(contract.previewTakeBack, ({ id }) => takeBack.preview(db, id));
  change(contract.takeBackDriverImport, takeBack.start);
  lists.serve(app, contract.lookList, looksSource, () => undefined);
  act(contract.eraseDriver, async ({ id, body, by: caller, now }) => {
    const code = await eraseDriver(db, { caller, id, now, moneyOf, eraseTraces }, body);
    return `The personal data of ${code} are erased.`;
  });
  changingRoutes(app, deps);
  carRoutes(app, deps);
  act(contract.changeDriverPlan, async ({ id, body, by: caller, now }) => {
    const message = await changePlan(db, { caller, id, now }, body, deps);
    return { message, driver: await showDriver(db, id) };
  });
  act(contract.findDriverByCarNumber, async ({ body: { car_number: carNumber } }, request) => ({
    message: 'Driver found.',
    driver: await findByCarNumber(db, { carNumber, asStaff: callerHolds(request, 'drivers.read') }),
  }));
  const allDrivers = driversSource(deps.moneyOfDrivers, deps.now);
  const seenBy = (request: FastifyRequest) => ({ seesMoney: callerHolds(request, 'payments.read') });
  lists.serve(app, contract.driverList, allDrivers, seenBy);
  read(contract.sumOfDrivers, ({ query }, request) => allDrivers.sum(db, query, seenBy(request)));
  read(contract.generalSearch, ({ body }) => generalSearch(db, body));
  read(contract.getDriver, async ({ id, by, now }) => {
    const driver = await showDriver(db, id);
    const about = { action: 'drivers.look', actor: by.accountId, driver: id, at: now.toISOString() };
    await notes.keep(about, (handle) => noteLook(handle, by, id, now));
    return driver;
  });
  read(contract.specialSearch, ({ body }) => specialSearch(db, body));
  act(contract.removeDriver, async ({ id, body, by: caller, now }) => {
    const { car_number } = await removeDriver(db, { caller, id, now }, body);
    return `The driver was removed. ${car_number} can be registered again.`;
  });
  act(contract.restoreDriver, async ({ id, by: caller, now }) => {
    const { driver_code } = await restoreDriver(db, { caller, id, now });
    return `${driver_code} is a current driver again.`;
  });
  change(contract.issuePasswordCode, async (tx, { id, by: caller, now }) => {
    const setup_code = await issuePasswordCode(tx, { caller, id, now, textsAreSent });
    return { message: 'Hand the code to the driver alone. It is shown only now.', setup_code };
  });
  read(contract.getDriverPhoto, async ({ id }, request, reply) => {
    const name = await photoOf(db, id);
    const etag = `"${name}"`;
    if (holdsVersion(request, etag)) return asPhoto(reply).header('etag', etag).status(304).send();
    const photo = await openPhoto(files, name);
    return asPhoto(reply).header('etag', etag).type('image/jpeg').send(photo);
  });
};
