import * as contract from '@banbo/contract';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import type { IdentityDeps } from '../deps.ts';
import { listAudit } from './list-audit.ts';

export const auditRoutes = (app: ApiScope, deps: IdentityDeps): void => {
  app.route({
    ...contract.listAudit,
    handler: async ({ query }, reply) => answerList(reply, await listAudit(deps, query)),
  });
};
