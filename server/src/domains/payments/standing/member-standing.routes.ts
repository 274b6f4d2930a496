import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { memberStanding } from './member-standing.ts';
import { ownDriverId } from './own-driver.ts';
import { ownPaymentsSource } from './own-payments.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

/** A member's own page. */
export const memberStandingRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  app.route({
    ...contract.getMemberStanding,
    handler: (request) => {
      const { accountId } = callerOf(request);
      return memberStanding(db, { accountId, driverCode: request.query.driver_code }, now());
    },
  });
  lists.serve(app, contract.ownPaymentList, ownPaymentsSource, (request) => {
    const { driver_code } = request.query as contract.ListQuery<typeof contract.ownPaymentList>;
    return ownDriverId(db, callerOf(request).accountId, driver_code);
  });
};
