import * as contract from '@banbo/contract';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { reminderRoutes } from '../reminders/reminders.routes.ts';
import { arrearsSource, sumsByAge } from './list-arrears.ts';
import { allDebts } from './owed.ts';

type Deps = Omit<Parameters<typeof reminderRoutes>[1], 'all'> & { lists: Lists };

/** Drivers who owe something, and reminding them. */
export const arrearsRoutes = (app: ApiScope, { lists, ...deps }: Deps): void => {
  const all = allDebts();
  lists.serve(app, contract.arrearsList, arrearsSource(all, deps.now), () => undefined);
  app.route({ ...contract.arrearsByAge, handler: async () => sumsByAge(await all(deps.db, deps.now())) });
  reminderRoutes(app, { ...deps, lists, all });
};
