import * as contract from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { answerAtDesk, type DeskDeps, madeAtDesk } from './answer-at-desk.routes.ts';
import { claimFee, correctFee, feePaymentsSource, removeFee, showFee } from './fees.ts';

const KINDS = [
  { typeCode: contract.FEE_TYPES['/reg_fees'], ...contract.registrationFees },
  { typeCode: contract.FEE_TYPES['/monthly_subscriptions'], ...contract.subscriptions },
];

/** Fees by the paths of their types, over the same payments as everywhere else. */
export const feeRoutes = (app: ApiScope, { lists, ...deps }: DeskDeps & { lists: Lists }): void => {
  const { db, now } = deps;
  const made = madeAtDesk(deps);
  const answer = answerAtDesk(deps);
  for (const { typeCode, get, correct, remove } of KINDS) {
    app.route({ ...get, handler: ({ params }) => showFee(db, { id: params.id, typeCode }) });
    app.route({
      ...correct,
      handler: async (request) => {
        const by = await made(request);
        const fee = { id: request.params.id, typeCode };
        const work = db.transaction().execute((tx) => correctFee(tx, fee, request.body, by));
        return { status: true as const, ...(await work) };
      },
    });
    app.route({
      ...remove,
      handler: async (request) => {
        const by = { by: callerOf(request), now: now(), reason: request.body?.reason };
        const fee = { id: request.params.id, typeCode };
        return { status: true as const, ...(await db.transaction().execute((tx) => removeFee(tx, fee, by))) };
      },
    });
  }
  lists.serve(app, contract.feePaymentList, feePaymentsSource, () => undefined);
  app.route({
    ...contract.claimForDriver,
    handler: (request) => answer(request, (tx, by) => claimFee(tx, request.body, by)),
  });
};
