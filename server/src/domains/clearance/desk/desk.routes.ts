import * as contract from '@banbo/contract';
import type { ApiScope } from '#http/scope.ts';
import { Refusal } from '#lib/refusal.ts';
import { answerAtDesk, type DeskDeps, madeAtDesk } from './answer-at-desk.routes.ts';
import { captureMomo, keepDifferingCapture } from './capture-momo.ts';
import { findClaim } from './find-claim.ts';
import { receiveFee } from './receive-fee.ts';
import { receivePayment } from './receive-payment.ts';

/** Money as it comes in: captured from the MoMo account, or received at the desk. */
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
