import * as contract from '@banbo/contract';
import { findPaymentType, getMissingPrices } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { callerOf } from '#http/guard.ts';
import { answerList } from '#http/lists/serve-lists.ts';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { findType, PAYMENT_TYPES } from './payment-type-rules.ts';
import { missingPrices } from './price-of.ts';
import { pageOfPrices } from './prices.repo.ts';
import type { PriceUses } from './yearly/change-prices.ts';
import { addPrice, changePrice, copyPrices, removePrice, showPrice } from './yearly/change-prices.ts';

const yearlyPriceRoutes = (app: ApiScope, { db, now, ...uses }: LookupDeps & PriceUses): void => {
  const by = (request: FastifyRequest): ChangedBy => ({ caller: callerOf(request), now: now() });

  app.route({
    ...contract.listYearlyPrices,
    handler: async ({ query }, reply) => answerList(reply, await pageOfPrices(db, query)),
  });
  app.route({ ...contract.getYearlyPrice, handler: ({ params }) => showPrice(db, params.id, uses, now()) });
  app.route({
    ...contract.addYearlyPrice,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const entry = await addPrice(tx, request.body, by(request));
        const costs = `${contract.pricedName(entry)} costs ${contract.formatMoney(entry.amount)} in ${entry.year}.`;
        return { status: true as const, message: costs, entry };
      }),
  });
  app.route({
    ...contract.changeYearlyPrice,
    handler: async (request) => {
      const asked = { id: request.params.id, amount: request.body.amount };
      const done = await db.transaction().execute((tx) => changePrice(tx, asked, uses, by(request)));
      return { status: true as const, ...done };
    },
  });
  app.route({
    ...contract.deleteYearlyPrice,
    handler: async (request) => {
      const { id } = request.params;
      const message = await db.transaction().execute((tx) => removePrice(tx, id, uses, by(request)));
      return { status: true as const, message };
    },
  });
  app.route({
    ...contract.copyYearlyPrices,
    handler: (request) => request.inTransaction((tx) => copyPrices(tx, request.body.year, by(request))),
  });
};

export const priceRoutes = (app: ApiScope, deps: LookupDeps & PriceUses): void => {
  const { db, now, owedFrom } = deps;
  serveLookup(app, deps, PAYMENT_TYPES);
  app.route({ ...findPaymentType, handler: ({ body }) => findType(db, body.type_code) });
  app.route({
    ...getMissingPrices,
    handler: async () => ({ missing: await missingPrices(db, now(), await owedFrom(db)) }),
  });
  yearlyPriceRoutes(app, deps);
};
