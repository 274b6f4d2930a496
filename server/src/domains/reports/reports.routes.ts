import {
  beginBookCheck as beginBookCheckEndpoint,
  bookCheckList,
  failedJobList,
  getDashboard,
  getJustNow,
  getOfficeCounts,
  getServerClock,
  officeSearch,
  type Permission,
  retryFailedJob,
  trustServerClock as trustServerClockEndpoint,
} from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { callerHolds, callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { askForBookCheck, bookChecksSource } from './book-checks/check-books.ts';
import { dashboard, officeCounts } from './dashboard.ts';
import { failedJobsSource, retryFailed } from './failed-jobs/failed-jobs.ts';
import { justNow } from './just-now.ts';
import { searchOffice } from './search-office.ts';
import { shownClock, trustServerClock } from './server-clock.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

export const reportRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  const asked = (request: FastifyRequest) => ({
    now: now(),
    can: (permission: Permission) => callerHolds(request, permission),
  });
  app.route({ ...getDashboard, handler: (request) => dashboard(db, asked(request)) });
  app.route({ ...getJustNow, handler: (request) => justNow(db, asked(request).can) });
  app.route({
    ...getOfficeCounts,
    handler: async (request) => ({ counts: await officeCounts(db, asked(request).can) }),
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
  app.route({ ...getServerClock, handler: () => shownClock(db) });
  app.route({
    ...trustServerClockEndpoint,
    handler: async (request) => {
      const trusting = { reads: request.body.reads, by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => trustServerClock(tx, trusting));
      return {
        status: true as const,
        message: 'The clock counts as right. What has waited for it goes on within a minute.',
      };
    },
  });
  lists.serve(app, failedJobList, failedJobsSource, () => undefined);
  app.route({
    ...retryFailedJob,
    handler: async (request) => {
      const retrying = { id: request.params.id, by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => retryFailed(tx, retrying));
      return { status: true as const, message: 'The job is tried again within seconds.' };
    },
  });
};
