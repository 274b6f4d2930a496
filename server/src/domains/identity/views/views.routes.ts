import * as contract from '@banbo/contract';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { IdentityDeps } from '../deps.ts';
import { changeView, createView, forgetView, listViews } from './views.ts';

/** The caller's own views of lists. */
export const viewRoutes = (app: ApiScope, deps: Pick<IdentityDeps, 'db' | 'now'>): void => {
  const { read, change } = serving(app, deps);
  const kept = (view: contract.SavedView) => ({ message: `The view “${view.name}” is kept.`, view });
  read(contract.listSavedViews, ({ by, query }) => listViews(deps.db, by, query.screen));
  change(contract.createSavedView, async (tx, { by, body, now }) => kept(await createView(tx, by, body, now)));
  change(contract.changeSavedView, async (tx, { id, by, body }) =>
    kept(await changeView(tx, by, { id, change: body })),
  );
  change(contract.deleteSavedView, async (tx, { id, by }) => {
    await forgetView(tx, by, id);
    return 'The view is deleted.';
  });
};
