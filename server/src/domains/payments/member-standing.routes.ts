import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { memberStanding, ownPayments } from './member-standing.ts';

/** A member's own page. */
export const memberStandingRoutes = (app: ApiScope, { db, now }: { db: Db; now: () => Date }): void => {
  app.route({
    ...contract.getMemberStanding,
    handler: (request) => memberStanding(db, callerOf(request).accountId, now()),
  });
  app.route({
    ...contract.listOwnPayments,
    handler: async (request, reply) =>
      answerList(reply, await ownPayments(db, callerOf(request).accountId, request.query)),
  });
};
