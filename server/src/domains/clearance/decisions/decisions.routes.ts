import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { Caller } from '#lib/caller.ts';
import { clearReady } from './clear-ready.ts';
import { decideCase, tellWhoDecided } from './decide-case.ts';
import { decideTransfer } from './decide-transfer.ts';
import { casesSource, clearanceFigures } from './list-cases.ts';
import { showCase } from './show-case.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

const NO_REASON = 'This payment could not be confirmed. Please contact us.';

export const decisionRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  const decide = async (id: string, body: contract.CaseDecisionBody, by: Caller) => {
    const decision = () => db.transaction().execute((tx) => decideCase(tx, { id, body, by, now: now() }));
    const message = await tellWhoDecided(db, { kind: 'payment', id }, decision);
    return { status: true as const, message };
  };
  lists.serve(app, contract.clearanceList, casesSource, () => undefined);
  app.route({ ...contract.clearanceFigures, handler: () => clearanceFigures(db) });
  app.route({
    ...contract.showClearance,
    handler: (request) => showCase(db, request.params.id, callerOf(request)),
  });
  app.route({
    ...contract.decideClearance,
    handler: (request) => decide(request.params.id, request.body, callerOf(request)),
  });
  app.route({
    ...contract.rejectClearance,
    handler: (request) => {
      const { reason = NO_REASON } = request.query;
      return decide(request.params.id, { decision: 'reject', reason }, callerOf(request));
    },
  });
  app.route({
    ...contract.clearReady,
    handler: async (request) => {
      const asked = { by: callerOf(request), most: contract.MAX_READY_AT_ONCE, now: now() };
      const cleared = await db.transaction().execute((tx) => clearReady(tx, asked));
      const message = cleared === 0 ? 'Nothing is ready any more.' : `Cleared ${cleared}.`;
      return { status: true as const, message, cleared };
    },
  });
  app.route({
    ...contract.decideTransfer,
    handler: async (request) => {
      const { params, body } = request;
      const asked = { id: params.id, body, by: callerOf(request), now: now() };
      const decision = () => db.transaction().execute((tx) => decideTransfer(tx, asked));
      const message = await tellWhoDecided(db, { kind: 'transfer', id: params.id }, decision);
      return { status: true as const, message };
    },
  });
};
