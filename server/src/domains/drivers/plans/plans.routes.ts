import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { showDriver } from '../show-driver.ts';
import { changePlan } from './change-plan.ts';

/** The plans of drivers, as the office agrees on them. */
export const planRoutes = (app: ApiScope, { db, now }: { db: Db; now: () => Date }): void => {
  app.route({
    ...contract.changeDriverPlan,
    handler: async (request) => {
      const { id } = request.params;
      const { plan, from } = await changePlan(db, { caller: callerOf(request), id, now: now() }, request.body);
      const message = `The driver has the plan ${contract.planOf(plan)?.name} from ${contract.formatMonth(from)} on.`;
      return { status: true as const, message, driver: await showDriver(db, id) };
    },
  });
};
