import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { showLandReceipt } from '../land-receipts/show-land-receipt.ts';
import { voidLandReceipt } from '../land-receipts/void-land-receipt.ts';
import type { RefundsOfMoney } from '../transfers/never-came.ts';
import { clearReady } from './clear-ready.ts';
import { decideCase } from './decide-case.ts';
import { decideEach } from './decide-each.ts';
import { decideTransfer } from './decide-transfer.ts';
import { casesSource, clearanceFigures } from './list-cases.ts';
import { previewCases } from './preview-cases.ts';
import { showCase } from './show-case.ts';
import { tellWhoDecided } from './tell-who-decided.ts';

export type DecisionDeps = { db: Db; now: () => Date; lists: Lists; refunds: RefundsOfMoney };
type DecidingTransfer = Parameters<typeof decideTransfer>[1];
type Deciding = { id: string; body: contract.CaseDecisionBody; by: Caller; now: Date };

const NO_REASON = 'This payment could not be confirmed. Please contact us.';

export const decisionRoutes = (app: ApiScope, { db, now, lists, refunds }: DecisionDeps): void => {
  const { read, act, change } = serving(app, { db, now });
  const decide = (asked: Deciding) => {
    const decision = () => db.transaction().execute((tx) => decideCase(tx, asked, refunds));
    return tellWhoDecided(db, { kind: 'payment', id: asked.id }, decision);
  };
  lists.serve(app, contract.clearanceList, casesSource, () => undefined);
  read(contract.clearanceFigures, ({ query }) => clearanceFigures(db, query));
  read(contract.showClearance, ({ id, by }) => showCase(db, id, { caller: by, now: now() }));
  act(contract.decideClearance, decide);
  act(contract.rejectClearance, ({ query: { reason = NO_REASON }, ...asked }) =>
    decide({ ...asked, body: { decision: 'reject', reason } }),
  );
  change(contract.clearReady, async (tx, { by, now: at }) => {
    const cleared = await clearReady(tx, { by, most: contract.MAX_READY_AT_ONCE, now: at });
    return { message: cleared === 0 ? 'Nothing is ready any more.' : `Cleared ${cleared}.`, cleared };
  });
  const decideMoney = (asked: DecidingTransfer) => {
    const decision = () => db.transaction().execute((tx) => decideTransfer(tx, asked, refunds));
    return tellWhoDecided(db, { kind: 'transfer', id: asked.id }, decision);
  };
  act(contract.decideTransfer, decideMoney);
  read(contract.getLandReceipt, (asked) => showLandReceipt(db, asked, refunds));
  change(contract.voidLandReceipt, (tx, asked) => voidLandReceipt(tx, asked, refunds));
  read(contract.previewClearance, ({ body: { ids }, by, now: at }) => previewCases(db, ids, { caller: by, now: at }));
  act(contract.decideMany, ({ body: { decisions }, by }) =>
    decideEach(decisions, {
      claim: (id, body) => decide({ id, body, by, now: now() }),
      money: (id, body) => decideMoney({ id, body, by, now: now() }),
    }),
  );
};
