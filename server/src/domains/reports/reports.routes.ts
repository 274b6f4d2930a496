import {
  beginBookCheck as beginBookCheckEndpoint,
  bookCheckList,
  failedJobList,
  getDashboard,
  getJustNow,
  getOfficeCounts,
  getOwnPersonalData,
  getPersonalData,
  getServerClock,
  officeSearch,
  type Permission,
  retryFailedJob,
  trustServerClock,
} from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { callerHolds, callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { beginBookCheckFor, bookChecksSource } from './book-checks/check-books.ts';
import { dashboard, justNow, officeCounts, searchOffice } from './dashboard.ts';
import { failedJobsSource, retryFailed, shownClock, trustClockAsShown } from './failed-jobs.ts';
import {
  giveOutPersonalData,
  ownPersonalData,
  type PersonalDataDeps,
  type PersonalDataFile,
} from './personal-data/personal-sections.ts';

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
        await beginBookCheckFor(tx, { by: callerOf(request), now: now() });
        return { status: true as const, message: 'The books are being looked through.' };
      }),
  });
  app.route({ ...getServerClock, handler: () => shownClock(db) });
  app.route({
    ...trustServerClock,
    handler: async (request) => {
      const trusting = { reads: request.body.reads, by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => trustClockAsShown(tx, trusting));
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

/** Sends the data as a download, so that it never opens as a page of this origin. */
const send = (reply: FastifyReply, { name, html }: PersonalDataFile) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(html);

/** The right of access (Data Protection Act 2012, Act 843), by staff and by the member. */
export const personalDataRoutes = (app: ApiScope, deps: PersonalDataDeps): void => {
  app.route({
    ...getPersonalData,
    handler: async (request, reply) =>
      send(reply, await giveOutPersonalData(deps, callerOf(request), request.params.id)),
  });
  app.route({
    ...getOwnPersonalData,
    handler: async (request, reply) => send(reply, await ownPersonalData(deps, callerOf(request))),
  });
};
