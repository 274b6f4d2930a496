import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type StaffNames, showStolenCar, stolenSource } from './read-stolen.ts';
import { openSharedCar } from './shared-car.ts';
import { closeStolenLink, declareStolen, endStolen, makeStolenLink } from './stolen-changes.ts';

export type StolenDeps = { db: Db; now: () => Date; lists: Lists; staff: StaffNames; textsAreSent: boolean };

export const stolenRoutes = (app: ApiScope, deps: StolenDeps): void => {
  const { db, now, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.stolenList, stolenSource(staff, now), () => undefined);
  show(contract.showStolenCar, 'stolen car', (found, asked) => showStolenCar(found, asked, staff));
  change(contract.declareStolen, (tx, asked) => declareStolen(tx, asked, deps));
  change(contract.changeStolenCar, (tx, asked) => endStolen(tx, asked, deps));
  change(contract.makeStolenLink, makeStolenLink);
  change(contract.closeStolenLink, closeStolenLink);
  read(contract.openSharedCar, ({ body, now: at }, request) => {
    const from = { address: request.address, userAgent: request.headers['user-agent'] ?? '' };
    return openSharedCar(db, { body, now: at, from });
  });
};
