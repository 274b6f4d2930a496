import { findPaymentType, getMissingPrices } from '@banbo/contract';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { missingPrices } from './missing-prices.ts';
import { findType, PAYMENT_TYPES } from './payment-type-rules.ts';
import type { PriceUses } from './yearly/price-use.ts';
import { yearlyPriceRoutes } from './yearly/yearly-prices.routes.ts';

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
