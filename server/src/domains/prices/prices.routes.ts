import { getMissingPrices, listPaymentList, listPaymentTypes } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { pageOfPaymentTypes, pageOfPrices } from './list-prices.ts';
import { missingPrices } from './missing-prices.ts';

/** `owedFrom` gives the first year that members may owe, or null. */
type Deps = { db: Db; now: () => Date; owedFrom: (db: Db) => Promise<number | null> };

export const priceRoutes = (app: ApiScope, { db, now, owedFrom }: Deps): void => {
  app.route({
    ...listPaymentTypes,
    handler: async ({ query }, reply) => answerList(reply, await pageOfPaymentTypes(db, query)),
  });
  app.route({
    ...listPaymentList,
    handler: async ({ query }, reply) => answerList(reply, await pageOfPrices(db, query)),
  });
  app.route({
    ...getMissingPrices,
    handler: async () => ({ missing: await missingPrices(db, now(), await owedFrom(db)) }),
  });
};
