import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { auditRoutes } from './audit.routes.ts';
import { authRoutes } from './auth.routes.ts';
import type { IdentityDeps } from './deps.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { roleRoutes } from './roles.routes.ts';
import { tenantRoutes } from './tenant.routes.ts';
import { userRoutes } from './users.routes.ts';

/** Every call of identity. */
export const identityRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  authRoutes(app, deps, cookies);
  ownAccountRoutes(app, deps, cookies);
  tenantRoutes(app, deps, cookies);
  userRoutes(app, deps);
  roleRoutes(app);
  auditRoutes(app, deps);
};
