import * as contract from '@banbo/contract';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { feedRoutes } from './feeds/feeds.routes.ts';
import type { FeedDeps } from './feeds/feeds.ts';
import { fenceRoutes } from './fences/fences.routes.ts';
import { type MapDeps, mapRoutes } from './map/map.routes.ts';
import { type StolenDeps, stolenRoutes } from './stolen/stolen.routes.ts';
import { type TraceDeps, traceRoutes } from './traces/traces.routes.ts';
import { adoptTracker, unknownSource } from './unknown/unknown-trackers.ts';
import { watchRoutes } from './watch/watch.routes.ts';

type Deps = FeedDeps & MapDeps & StolenDeps & TraceDeps & { lists: Lists };

export const trackingRoutes = (app: ApiScope, deps: Deps): void => {
  const { change } = serving(app, deps);
  feedRoutes(app, deps);
  mapRoutes(app, deps);
  stolenRoutes(app, deps);
  traceRoutes(app, deps);
  deps.lists.serve(app, contract.unknownTrackerList, unknownSource, () => undefined);
  change(contract.adoptTracker, adoptTracker);
  watchRoutes(app, deps);
  fenceRoutes(app, deps);
};
