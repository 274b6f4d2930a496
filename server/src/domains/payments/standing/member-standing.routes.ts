import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { memberStanding } from './member-standing.ts';
import { ownDriver } from './own-driver.ts';
import { ownPaymentsSource } from './own-payments.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

/** A member's own page. */
export const memberStandingRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  app.route({
    ...contract.getMemberStanding,
    handler: (request) => memberStanding(db, callerOf(request).accountId, now()),
  });
  lists.serve(
    app,
    contract.ownPaymentList,
    ownPaymentsSource,
    async (request) => (await ownDriver(db, callerOf(request).accountId)).id,
  );
};
