import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { showWatch, type WatchStaff, watchSource } from './read-watch.ts';
import { closeWatch } from './watch-changes.ts';

export type WatchDeps = { db: Db; now: () => Date; lists: Lists; staff: WatchStaff };

export const watchRoutes = (app: ApiScope, deps: WatchDeps): void => {
  const { lists, staff } = deps;
  const { show, change } = serving(app, deps);
  lists.serve(app, contract.watchList, watchSource(staff), () => undefined);
  show(contract.showWatchEntry, 'watch entry', (db, asked) => showWatch(db, asked, staff));
  change(contract.closeWatchEntries, closeWatch);
};
