import { listIdentifications, listNationalities, listRelationships } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { pageOfIdentifications, pageOfNationalities, pageOfRelationships } from './list-lookups.ts';

export const lookupRoutes = (app: ApiScope, { db }: { db: Db }): void => {
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
};
