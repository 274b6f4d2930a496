import { beginBookCheck as beginBookCheckEndpoint, bookCheckList, getDashboard, officeSearch } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerHolds, callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { bookChecksSource } from './book-checks/book-checks.present.ts';
import { askForBookCheck } from './book-checks/check-books.ts';
import { dashboard } from './dashboard.ts';
import { searchOffice } from './search-office.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

export const reportRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  app.route({
    ...getDashboard,
    handler: (request) => dashboard(db, { now: now(), seesMoney: callerHolds(request, 'payments.read') }),
  });
  app.route({
    ...officeSearch,
    handler: (request) =>
      searchOffice(db, request.query.text, {
        drivers: callerHolds(request, 'drivers.search') || callerHolds(request, 'drivers.read'),
        payments: callerHolds(request, 'payments.read'),
      }),
  });
  lists.serve(app, bookCheckList, bookChecksSource, () => undefined);
  app.route({
    ...beginBookCheckEndpoint,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        await askForBookCheck(tx, { by: callerOf(request), now: now() });
        return { status: true as const, message: 'The books are being looked through.' };
      }),
  });
};
