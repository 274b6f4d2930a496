import * as contract from '@banbo/contract';
import { holds, type Permission } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { beginBookCheckFor } from './book-checks/check-books.ts';
import { bookChecksSource, bookProof } from './book-checks/show-checks.ts';
import { type DashboardDeps, dashboard, justNow, officeCounts } from './dashboard.ts';
import { failedJobsSource, retryFailed, shownClock, trustClockAsShown } from './failed-jobs.ts';
import { landDashboard } from './land-dashboard.ts';
import { ownerMessagesSource } from './owner-message/tell-owner.ts';
import {
  giveOutPersonalData,
  ownPersonalData,
  type PersonalDataDeps,
  type PersonalDataFile,
} from './personal-data/personal-sections.ts';
import { searchOffice } from './search-office.ts';

type Deps = { db: Db; now: () => Date; lists: Lists; figures: DashboardDeps };

export const reportRoutes = (app: ApiScope, { db, now: clock, lists, figures }: Deps): void => {
  const { read, change } = serving(app, { db, now: clock });
  const allowed = (caller: Caller) => (permission: Permission) => holds(caller, permission);
  read(contract.getDashboard, ({ by, now }) => dashboard(db, { ...figures, now, by, can: allowed(by) }));
  read(contract.getLandDashboard, ({ by, now }) => landDashboard(db, { now, can: allowed(by) }));
  read(contract.getJustNow, ({ by }) => justNow(db, allowed(by)));
  read(contract.getOfficeCounts, async ({ by }) => ({
    counts: await officeCounts(db, { can: allowed(by), by }),
  }));
  read(contract.officeSearch, ({ by, query }) => searchOffice(db, query.text, allowed(by)));
  lists.serve(app, contract.bookCheckList, bookChecksSource, () => undefined);
  change(contract.beginBookCheck, async (tx, { by, now }) => {
    await beginBookCheckFor(tx, { by, now });
    return 'The books are being checked.';
  });
  lists.serve(app, contract.ownerMessageList, ownerMessagesSource, () => undefined);
  read(contract.getBookProof, () => bookProof(db));
  read(contract.getServerClock, () => shownClock(db));
  change(contract.trustServerClock, async (tx, { body: { reads }, by, now }) => {
    await trustClockAsShown(tx, { reads, by, now });
    return 'The clock counts as right. What has waited for it goes on within a minute.';
  });
  lists.serve(app, contract.failedJobList, failedJobsSource, () => undefined);
  change(contract.retryFailedJob, async (tx, { id, by, now }) => {
    await retryFailed(tx, { id, by, now });
    return 'The job is tried again within seconds.';
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
  const { read } = serving(app, deps);
  read(contract.getPersonalData, async ({ id, by }, _, reply) => send(reply, await giveOutPersonalData(deps, by, id)));
  read(contract.getOwnPersonalData, async ({ by }, _, reply) => send(reply, await ownPersonalData(deps, by)));
};
