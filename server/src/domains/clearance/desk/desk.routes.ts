import type { Network } from '@banbo/contract';
import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { Refusal } from '#lib/refusal.ts';
import { captureMomo, keepDifferingCapture } from './capture-momo.ts';
import { claimFee, correctFee, feePaymentsSource, removeFee, showFee } from './fees.ts';
import { findClaim } from './find-claim.ts';
import { receiveFee, receivePayment } from './receive-payment.ts';
import type { MadeAtDesk } from './transfer-id.ts';

export type DeskDeps = { db: Db; now: () => Date; networks: () => Promise<readonly Network[]> };

/** Reads the caller of the desk and the rules for the call. */
export const madeAtDesk =
  ({ now, networks }: DeskDeps) =>
  async (request: FastifyRequest): Promise<MadeAtDesk> => ({
    by: callerOf(request),
    networks: await networks(),
    now: now(),
  });

export const answerAtDesk =
  (deps: DeskDeps) =>
  async <T extends object>(
    request: FastifyRequest,
    work: (tx: Tx, by: MadeAtDesk) => Promise<T>,
  ): Promise<T & { success: true }> => {
    const by = await madeAtDesk(deps)(request);
    return request.inTransaction(async (tx) => ({ success: true as const, ...(await work(tx, by)) }));
  };

export const deskRoutes = (app: ApiScope, deps: DeskDeps): void => {
  const { db, networks } = deps;
  const made = madeAtDesk(deps);
  const answer = answerAtDesk(deps);
  app.route({
    ...contract.findClaim,
    handler: async ({ body }) => ({
      status: true as const,
      ...(await findClaim(db, body.transaction_id, await networks())),
    }),
  });
  app.route({
    ...contract.captureMomo,
    handler: (request) =>
      answer(request, (tx, by) => captureMomo(tx, request.body, by)).catch(async (error: unknown) => {
        if (error instanceof Refusal && error.code === 'conflict')
          await keepDifferingCapture(db, request.body, await made(request));
        throw error;
      }),
  });
  app.route({
    ...contract.receivePayment,
    handler: (request) => answer(request, (tx, by) => receivePayment(tx, request.body, by)),
  });
  app.route({
    ...contract.receiveRegistrationFee,
    handler: (request) => {
      const fee = { ...request.body, payment_type: contract.FEE_TYPES['/reg_fees'] };
      return answer(request, (tx, by) => receiveFee(tx, fee, by));
    },
  });
  app.route({
    ...contract.receiveSubscription,
    handler: (request) => {
      const fee = { ...request.body, payment_type: contract.FEE_TYPES['/monthly_subscriptions'] };
      return answer(request, (tx, by) => receiveFee(tx, fee, by));
    },
  });
};

const KINDS = [
  { typeCode: contract.FEE_TYPES['/reg_fees'], ...contract.registrationFees },
  { typeCode: contract.FEE_TYPES['/monthly_subscriptions'], ...contract.subscriptions },
];

/** The paths of single fee types, for the same payments. */
export const feeRoutes = (app: ApiScope, { lists, ...deps }: DeskDeps & { lists: Lists }): void => {
  const { db, now } = deps;
  const made = madeAtDesk(deps);
  const answer = answerAtDesk(deps);
  for (const { typeCode, show, change, remove } of KINDS) {
    app.route({ ...show, handler: ({ params }) => showFee(db, { id: params.id, typeCode }) });
    app.route({
      ...change,
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
