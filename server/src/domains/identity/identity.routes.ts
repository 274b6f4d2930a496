import * as contract from '@banbo/contract';
import { refuseFor } from '#http/limits/counts.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { addressKey } from '#lib/address-key.ts';
import { spanCounts } from '#lib/span-counts.ts';
import { ownAccountRoutes } from './accounts/own-account.routes.ts';
import type { UserDeps } from './deps.ts';
import type { MemberDeps } from './members/member-sign-in.ts';
import { memberRoutes } from './members/members.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { readRefreshToken } from './sessions/access-token.ts';
import { authRoutes, tenantRoutes } from './sign-in/auth.routes.ts';
import type { UserApprovals } from './users/user-approvals.ts';
import { userRoutes } from './users/users.routes.ts';
import { changeView, createView, forgetView, listViews } from './views/views.ts';

/** Renewals and sign-outs a minute of one session, or of an address's cookies without our mark. */
const RENEWALS_PER_MINUTE = 60;

/**
 * Limits the calls with a refresh cookie in this process. A marked cookie counts for its session
 * and made-up ones for their address, so that a flood of them signs out no neighbour.
 */
const limitRenewals = (app: ApiScope, { keys, now }: MemberDeps, cookies: SessionCookies): void => {
  const counts = spanCounts(60);
  app.addHook('onRequest', async (request, reply) => {
    const { cookie } = request.routeOptions.config.endpoint ?? {};
    if (cookie === undefined || cookie === true) return;
    const sent = cookie === 'any' ? cookies.allRefresh(request) : [cookies.refreshOf(request, cookie)];
    for (const token of sent.map((text) => readRefreshToken(keys, text))) {
      if (!token) continue;
      const subject = token.isOurs ? `session ${token.family}` : addressKey(request.address);
      const { allowed, retryAfter, count } = counts.peek(subject, RENEWALS_PER_MINUTE, now().getTime());
      if (!allowed) refuseFor(reply, retryAfter);
      count();
    }
  });
};

/** The caller's own views of lists. */
const viewRoutes = (app: ApiScope, deps: Pick<MemberDeps, 'db' | 'now'>): void => {
  const { read, change } = serving(app, deps);
  const kept = (view: contract.SavedView) => ({ message: `The view “${view.name}” is kept.`, view });
  read(contract.listSavedViews, ({ by, query }) => listViews(deps.db, by, query.screen));
  change(contract.createSavedView, async (tx, { by, body, now }) => kept(await createView(tx, by, body, now)));
  change(contract.changeSavedView, async (tx, { id, by, body }) =>
    kept(await changeView(tx, by, { id, change: body })),
  );
  change(contract.deleteSavedView, async (tx, { id, by }) => {
    await forgetView(tx, by, id);
    return 'The view is deleted.';
  });
};

/** Every call of identity. */
export const identityRoutes = (
  app: ApiScope,
  deps: MemberDeps & UserDeps & { userApprovals: UserApprovals },
  cookies: SessionCookies,
  lists: Lists,
): void => {
  limitRenewals(app, deps, cookies);
  authRoutes(app, deps, cookies);
  ownAccountRoutes(app, deps, cookies);
  secondFactorRoutes(app, deps, cookies);
  memberRoutes(app, deps, cookies);
  tenantRoutes(app, deps, cookies);
  userRoutes(app, deps, lists);
  viewRoutes(app, deps);
};
