import {
  changeOwnProfile as changeOwnProfileCall,
  changePassword as changePasswordCall,
  endOwnSession,
  getOwnProfile,
  isStaffRole,
  listOwnSessions,
  listOwnSignIns,
  logoutEverywhere,
  type Role,
} from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import { answerList } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { CookieKind, SessionCookies } from '#http/session-cookies.ts';
import { knownWords } from '../members/forgotten-password.ts';
import type { MemberDeps } from '../members/member-sign-in.ts';
import { presentUser } from '../users/users.present.ts';
import {
  changeOwnProfile,
  changePassword,
  endSession,
  listSessions,
  ownProfile,
  ownSignIns,
  signOutEverywhere,
} from './own-account.ts';

const kindOf = (role: Role): CookieKind => {
  if (isStaffRole(role)) return 'staff';
  return role === 'Member' ? 'member' : 'tenant';
};

export const ownAccountRoutes = (app: ApiScope, deps: MemberDeps, cookies: SessionCookies): void => {
  app.route({
    ...listOwnSessions,
    handler: async (request, reply) => answerList(reply, await listSessions(deps, callerOf(request), request.query)),
  });
  app.route({ ...listOwnSignIns, handler: (request) => ownSignIns(deps, callerOf(request)) });
  app.route({
    ...endOwnSession,
    handler: async (request) => {
      await endSession(deps, callerOf(request), request.params.id);
      return { status: true as const, message: 'That device is signed out.' };
    },
  });
  app.route({
    ...logoutEverywhere,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      await signOutEverywhere(deps, caller);
      cookies.clearRefresh(reply, [kindOf(caller.role)]);
      return { status: true as const, message: 'You are signed out of all devices.' };
    },
  });
  app.route({
    ...changePasswordCall,
    handler: async (request) => {
      const { password: current, new_password: next } = request.body;
      const caller = callerOf(request);
      const known = await knownWords(deps, caller.accountId);
      const accessToken = await changePassword(deps, caller, {
        current,
        next,
        marks: cookies.marksOf(request),
        known,
      });
      return { status: true as const, message: 'Your password is changed.', accessToken };
    },
  });
  app.route({
    ...getOwnProfile,
    handler: async (request) => presentUser(await ownProfile(deps, callerOf(request)), deps.now()),
  });
  app.route({
    ...changeOwnProfileCall,
    handler: async (request) => {
      const user = await changeOwnProfile(deps, callerOf(request), {
        change: request.body,
        marks: cookies.marksOf(request),
      });
      return { status: true as const, message: 'The changes are saved.', user: presentUser(user, deps.now()) };
    },
  });
};
