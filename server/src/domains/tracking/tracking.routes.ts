import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { feedRoutes } from './feeds/feeds.routes.ts';
import type { FeedDeps } from './feeds/feeds.ts';
import { addRule, allFences, changeRule, drawFence, eraseFence, removeRule } from './fences/fences.ts';
import { type MapDeps, mapRoutes } from './map/map.routes.ts';
import { type StaffNames, showStolenCar, stolenSource } from './stolen/read-stolen.ts';
import { openSharedCar } from './stolen/shared-car.ts';
import { closeStolenLink, declareStolen, endStolen, makeStolenLink } from './stolen/stolen-changes.ts';
import { lookAtTrail } from './traces/note-looks.ts';
import { type NamesOfLogins, showOwnCar, showOwnTrail } from './traces/own-car.ts';
import { adoptTracker, unknownSource } from './unknown/unknown-trackers.ts';
import { showWatch, type WatchStaff, watchSource } from './watch/read-watch.ts';
import { closeWatch } from './watch/watch-changes.ts';

type Common = { db: Db; now: () => Date; lists: Lists };
type StolenDeps = Common & { staff: StaffNames; textsAreSent: boolean };

const stolenRoutes = (app: ApiScope, deps: StolenDeps): void => {
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

type TraceDeps = Common & { notes: LateNotes; staff: { namedBy: NamesOfLogins } };

const traceRoutes = (app: ApiScope, deps: TraceDeps): void => {
  const { db, staff } = deps;
  const { read } = serving(app, deps);
  read(contract.getOwnCarPlace, ({ query: { driver_code }, by: { accountId }, now }) =>
    showOwnCar(db, { accountId, driverCode: driver_code, now }, staff.namedBy),
  );
  read(contract.getOwnTrail, ({ query: { driver_code, day }, by: { accountId } }) =>
    showOwnTrail(db, { accountId, driverCode: driver_code, day }),
  );
  read(contract.showTrail, (asked) => lookAtTrail(deps, asked));
};

const fenceRoutes = (app: ApiScope, deps: Common): void => {
  const { read, change } = serving(app, deps);
  read(contract.listFences, () => allFences(deps.db));
  change(contract.saveFenceShape, drawFence);
  change(contract.deleteFenceShape, eraseFence);
  change(contract.addFenceRule, addRule);
  change(contract.changeFenceRule, changeRule);
  change(contract.deleteFenceRule, removeRule);
};

type Deps = FeedDeps & MapDeps & StolenDeps & TraceDeps & { staff: WatchStaff };

export const trackingRoutes = (app: ApiScope, deps: Deps): void => {
  const { show, change } = serving(app, deps);
  feedRoutes(app, deps);
  mapRoutes(app, deps);
  stolenRoutes(app, deps);
  traceRoutes(app, deps);
  deps.lists.serve(app, contract.unknownTrackerList, unknownSource, () => undefined);
  change(contract.adoptTracker, adoptTracker);
  deps.lists.serve(app, contract.watchList, watchSource(deps.staff), () => undefined);
  show(contract.showWatchEntry, 'watch entry', (db, asked) => showWatch(db, asked, deps.staff));
  change(contract.closeWatchEntries, closeWatch);
  fenceRoutes(app, deps);
};
