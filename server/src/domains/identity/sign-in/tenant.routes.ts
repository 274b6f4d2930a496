import { getTenantMe, refreshTenantToken, tenantLogin } from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import type { IdentityDeps } from '../deps.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { sessionAnswer, signInAnswer } from '../sessions/session-answer.ts';
import { showTenant, signInTenant } from './tenant-session.ts';

/** Tenants' sign-in, renewal and own page. */
export const tenantRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  const personOf = async (accountId: string) => {
    const { tenant_code: _, ...person } = await showTenant(deps, accountId);
    return person;
  };
  app.route({
    ...tenantLogin,
    handler: async (request, reply) => {
      const { username, password, persist = false } = request.body;
      const issued = await signInTenant(deps, {
        username,
        password,
        persist,
        origin: cookies.originOf(request, 'tenant'),
      });
      cookies.keep(reply, 'tenant', issued);
      return signInAnswer(deps, issued, await personOf(issued.account.id));
    },
  });
  app.route({
    ...refreshTenantToken,
    handler: async (request, reply) => {
      const issued = await refreshSession(deps, 'tenant', cookies.refreshOf(request, 'tenant'));
      cookies.keep(reply, 'tenant', issued);
      return sessionAnswer(deps, issued, await personOf(issued.account.id), 'Session renewed');
    },
  });
  app.route({ ...getTenantMe, handler: (request) => showTenant(deps, callerOf(request).accountId) });
};
