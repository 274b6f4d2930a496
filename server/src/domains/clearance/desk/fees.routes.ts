import * as contract from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { DeskDeps } from './desk.routes.ts';
import { claimFee, correctFee, feePaymentsSource, removeFee, showFee } from './fees.ts';

const KINDS = [
  { typeCode: contract.FEE_TYPES['/reg_fees'], ...contract.registrationFees },
  { typeCode: contract.FEE_TYPES['/monthly_subscriptions'], ...contract.subscriptions },
];

/** Fees by the paths of their types, over the same payments as everywhere else. */
export const feeRoutes = (app: ApiScope, { db, now, networks, lists }: DeskDeps & { lists: Lists }): void => {
  const made = async (request: Parameters<typeof callerOf>[0]) => ({
    by: callerOf(request),
    networks: await networks(),
    now: now(),
  });
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
    handler: async (request) => {
      const by = await made(request);
      return request.inTransaction(async (tx) => ({
        success: true as const,
        ...(await claimFee(tx, request.body, by)),
      }));
    },
  });
};
