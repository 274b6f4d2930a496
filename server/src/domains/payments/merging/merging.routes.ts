import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { mergeDriver, previewMerge, takeMergeBack } from './merge-driver.ts';

/** Duplicates of drivers, whose payments are what a merge is about. */
export const mergingRoutes = (app: ApiScope, { db, now }: { db: Db; now: () => Date }): void => {
  app.route({
    ...contract.previewMerge,
    handler: ({ params, query }) => previewMerge(db, { id: params.id, into: query.into }),
  });
  app.route({
    ...contract.mergeDriver,
    handler: async (request) => {
      const acting = { caller: callerOf(request), id: request.params.id, now: now() };
      const message = await mergeDriver(db, acting, request.body);
      return { status: true as const, message };
    },
  });
  app.route({
    ...contract.takeMergeBack,
    handler: async (request) => {
      const message = await takeMergeBack(db, { caller: callerOf(request), id: request.params.id, now: now() });
      return { status: true as const, message };
    },
  });
};
