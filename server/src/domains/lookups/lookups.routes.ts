import {
  getMissingPrices,
  listIdentifications,
  listNationalities,
  listPaymentList,
  listPaymentTypes,
  listRelationships,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import {
  pageOfIdentifications,
  pageOfNationalities,
  pageOfPaymentTypes,
  pageOfPrices,
  pageOfRelationships,
} from './list-lookups.ts';
import { missingPrices } from './missing-prices.ts';

/** `owedFrom` gives the first year that members may owe, or null. */
type Deps = { db: Db; now: () => Date; owedFrom: (db: Db) => Promise<number | null> };

export const lookupRoutes = (app: ApiScope, { db, now, owedFrom }: Deps): void => {
  app.route({
    ...listNationalities,
    handler: async ({ query }, reply) => answerList(reply, await pageOfNationalities(db, query)),
  });
  app.route({
    ...listIdentifications,
    handler: async ({ query }, reply) => answerList(reply, await pageOfIdentifications(db, query)),
  });
  app.route({
    ...listRelationships,
    handler: async ({ query }, reply) => answerList(reply, await pageOfRelationships(db, query)),
  });
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
