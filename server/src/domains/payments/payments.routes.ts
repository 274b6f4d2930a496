import * as contract from '@banbo/contract';
import { getPayingDriver, getPayment } from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckedCounting } from '#db/counting.ts';
import type { Db } from '#db/database.ts';
import { checkedCounting } from '#http/limits/checked-counting.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { countsOfClaim } from './claims/claim-limits.ts';
import { checkFeePayment, judgeClaim, keepClaimOfTakenId, readClaim, storeClaim } from './claims/submit-payment.ts';
import { paymentsSource } from './list/list-payments.ts';
import { mergingRoutes } from './merging/merging.routes.ts';
import { incompleteRegistrationsSource } from './registrations/incomplete-registrations.ts';
import { showPayingDriver, showPayment } from './show-payment.ts';
import { modeSource, monthSource, periodSource } from './sums/list-sums.ts';

const paymentHistoryRoutes = (app: ApiScope, db: Db): void => {
  app.route({ ...getPayingDriver, handler: ({ params }) => showPayingDriver(db, params.driver_code) });
  app.route({ ...getPayment, handler: ({ params }) => showPayment(db, params.id) });
};

/**
 * The counts of a claim for its car, as a part of the statement that stores it, so that what is refused, and the kept answer of
 * a retry, use nothing up; always in the same order, so that two claims never wait for each other in a circle.
 */
const claimCounting = async (
  db: Db,
  carNumber: string,
  { caller, address }: Pick<FastifyRequest, 'caller' | 'address'>,
  reply: FastifyReply,
  now: Date,
): Promise<CheckedCounting | null> => {
  const counts = await countsOfClaim(db, { carNumber, address, caller });
  return checkedCounting(counts, now, reply, contract.TOO_MANY_CLAIMS);
};

/** `networks` gives those that the company has set, without a statement for each claim. */
type Deps = { db: Db; now: () => Date; lists: Lists; networks: () => Promise<readonly contract.Network[]> };

export const paymentRoutes = (app: ApiScope, { db, now, lists, networks }: Deps): void => {
  app.route({
    ...contract.submitPayment,
    config: { countsStrangers: true },
    handler: async (request, reply) => {
      const { body } = request;
      const claim = readClaim(body, await networks());
      const at = now();
      const payment = await judgeClaim(db, claim, at, request.counting);
      const counting = await claimCounting(db, claim.car_number, request, reply, at);
      return request
        .inOneStatement(async (one) => {
          const { id } = await storeClaim(one, payment, counting);
          const message = `Thank you. Your payment of ${contract.formatMoney(body.amount)} was sent and waits to be cleared.`;
          return { success: true as const, message, payment_id: id };
        })
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'transaction_id_taken') {
            await keepClaimOfTakenId(db, claim, addressKey(request.address), now());
          }
          throw error;
        });
    },
  });
  app.route({
    ...contract.checkFeePayment,
    handler: async ({ body }) => {
      await checkFeePayment(db, body, now());
      return { status: true as const, message: 'You can make this payment.' };
    },
  });
  lists.serve(app, contract.paymentList, paymentsSource, () => undefined);
  lists.serve(app, contract.periodSums, periodSource, () => undefined);
  lists.serve(app, contract.monthSums, monthSource, () => undefined);
  lists.serve(app, contract.modeSums, modeSource, () => undefined);
  paymentHistoryRoutes(app, db);
  mergingRoutes(app, { db, now });
};

/** `registrationDays`: how long a registration may wait for its fee. */
type RegistrationsDeps = { now: () => Date; lists: Lists; registrationDays: number };

/** Registrations that wait for something. */
export const incompleteRegistrationRoutes = (
  app: ApiScope,
  { now, lists, registrationDays: days }: RegistrationsDeps,
): void => {
  lists.serve(app, contract.incompleteRegistrationList, incompleteRegistrationsSource({ days, now }), () => undefined);
};
