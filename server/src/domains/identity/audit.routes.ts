import { listAudit } from '@banbo/contract';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { pageOfAudit } from './audit.repo.ts';
import type { IdentityDeps } from './deps.ts';
import { presentAudit } from './present.ts';

export const auditRoutes = (app: ApiScope, { db }: IdentityDeps): void => {
  app.route({
    ...listAudit,
    handler: async ({ query }, reply) => {
      const { rows, count } = await pageOfAudit(db, query, query);
      return answerList(reply, { rows: rows.map(presentAudit), count });
    },
  });
};
