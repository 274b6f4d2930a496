import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { Refusal } from '#lib/refusal.ts';
import { captureMomo, keepDifferingCapture } from './capture-momo.ts';
import { findClaim } from './find-claim.ts';
import { receiveFee } from './receive-fee.ts';
import { receivePayment } from './receive-payment.ts';

/** `networks` gives those that the company has set. */
export type DeskDeps = { db: Db; now: () => Date; networks: () => Promise<readonly contract.Network[]> };

/** Money as it comes in: captured from the MoMo account, or received at the desk. */
export const deskRoutes = (app: ApiScope, { db, now, networks }: DeskDeps): void => {
  const made = async (request: Parameters<typeof callerOf>[0]) => ({
    by: callerOf(request),
    networks: await networks(),
    now: now(),
  });
  app.route({
    ...contract.findClaim,
    handler: async ({ body }) => ({
      status: true as const,
      ...(await findClaim(db, body.transaction_id, await networks())),
    }),
  });
  app.route({
    ...contract.captureMomo,
    handler: async (request) => {
      const by = await made(request);
      return request
        .inTransaction(async (tx) => ({ success: true as const, ...(await captureMomo(tx, request.body, by)) }))
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'conflict') await keepDifferingCapture(db, request.body, by);
          throw error;
        });
    },
  });
  app.route({
    ...contract.receivePayment,
    handler: async (request) => {
      const by = await made(request);
      return request.inTransaction(async (tx) => ({
        success: true as const,
        ...(await receivePayment(tx, request.body, by)),
      }));
    },
  });
  app.route({
    ...contract.receiveRegistrationFee,
    handler: async (request) => {
      const by = await made(request);
      return request.inTransaction(async (tx) => ({
        success: true as const,
        ...(await receiveFee(tx, { ...request.body, payment_type: contract.FEE_TYPES['/reg_fees'] }, by)),
      }));
    },
  });
  app.route({
    ...contract.receiveSubscription,
    handler: async (request) => {
      const by = await made(request);
      return request.inTransaction(async (tx) => ({
        success: true as const,
        ...(await receiveFee(tx, { ...request.body, payment_type: contract.FEE_TYPES['/monthly_subscriptions'] }, by)),
      }));
    },
  });
};
