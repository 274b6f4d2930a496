import { getDashboard } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerHolds } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { dashboard } from './dashboard.ts';

export const reportRoutes = (app: ApiScope, { db, now }: { db: Db; now: () => Date }): void => {
  app.route({
    ...getDashboard,
    handler: (request) => dashboard(db, { now: now(), seesMoney: callerHolds(request, 'payments.read') }),
  });
};
