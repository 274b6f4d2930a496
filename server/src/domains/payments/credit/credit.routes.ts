import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { driverStanding } from '../standing/driver-standing.ts';
import { returnCredit } from './return-credit.ts';
import { payFromCredit } from './use-credit.ts';

type Deps = { db: Db; now: () => Date };

/** One driver's standing, and their credit in the hands of staff. */
export const creditRoutes = (app: ApiScope, { db, now }: Deps): void => {
  app.route({ ...contract.getDriverStanding, handler: ({ params }) => driverStanding(db, params.id, now()) });
  app.route({
    ...contract.useCredit,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const acting = { by: callerOf(request), now: now() };
        const { id, amount } = await payFromCredit(tx, request.params.id, request.body, acting);
        const message = `${contract.formatMoney(amount)} of the credit paid this fee.`;
        return { status: true as const, message, credit_use_id: id };
      }),
  });
  app.route({
    ...contract.returnCredit,
    handler: async (request) => {
      const { id: driverId, use_id: useId } = request.params;
      const returned = { driverId, useId, reason: request.body.reason };
      const acting = { by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => returnCredit(tx, returned, acting));
      return { status: true as const, message: 'The fee was given back to the credit and is due again.' };
    },
  });
};
