import { findPaymentType, getMissingPrices, listPaymentList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerList } from '#http/list.ts';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { findType } from './find-type.ts';
import { pageOfPrices } from './list-prices.ts';
import { missingPrices } from './missing-prices.ts';
import { PAYMENT_TYPES } from './payment-type-rules.ts';

/** `owedFrom` gives the first year that members may owe, or null. */
type Deps = LookupDeps & { owedFrom: (db: Db) => Promise<number | null> };

export const priceRoutes = (app: ApiScope, { owedFrom, ...deps }: Deps): void => {
  const { db, now } = deps;
  serveLookup(app, deps, PAYMENT_TYPES);
  app.route({ ...findPaymentType, handler: ({ body }) => findType(db, body.type_code) });
  app.route({
    ...listPaymentList,
    handler: async ({ query }, reply) => answerList(reply, await pageOfPrices(db, query)),
  });
  app.route({
    ...getMissingPrices,
    handler: async () => ({ missing: await missingPrices(db, now(), await owedFrom(db)) }),
  });
};
