import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { ownAccountRoutes } from './accounts/own-account.routes.ts';
import type { MemberDeps } from './members/member-sign-in.ts';
import { memberRoutes } from './members/members.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { authRoutes } from './sign-in/auth.routes.ts';
import { tenantRoutes } from './sign-in/tenant.routes.ts';
import { roleRoutes } from './users/roles.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { viewRoutes } from './views/views.routes.ts';

/** Every call of identity. */
export const identityRoutes = (app: ApiScope, deps: MemberDeps, cookies: SessionCookies, lists: Lists): void => {
  authRoutes(app, deps, cookies);
  ownAccountRoutes(app, deps, cookies);
  secondFactorRoutes(app, deps, cookies);
  memberRoutes(app, deps, cookies);
  tenantRoutes(app, deps, cookies);
  userRoutes(app, deps, lists);
  roleRoutes(app);
  viewRoutes(app, deps);
};
