import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { IdentityDeps } from '../deps.ts';
import { changeView, createView, forgetView, listViews } from './views.ts';

/** The caller's own views of lists. */
export const viewRoutes = (app: ApiScope, { db, now }: Pick<IdentityDeps, 'db' | 'now'>): void => {
  app.route({
    ...listSavedViews,
    handler: (request) => listViews(db, callerOf(request), request.query.screen),
  });
  app.route({
    ...createSavedView,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const view = await createView(tx, callerOf(request), request.body, now());
        return { status: true as const, message: `The view “${view.name}” is kept.`, view };
      }),
  });
  app.route({
    ...changeSavedView,
    handler: async (request) => {
      const view = await changeView(db, callerOf(request), { id: request.params.id, change: request.body });
      return { status: true as const, message: `The view “${view.name}” is kept.`, view };
    },
  });
  app.route({
    ...deleteSavedView,
    handler: async (request) => {
      await forgetView(db, callerOf(request), request.params.id);
      return { status: true as const, message: 'The view is deleted.' };
    },
  });
};
