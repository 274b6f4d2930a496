import {
  checkUsername as checkUsernameCall,
  login,
  logout,
  refreshAdminToken,
  setAdminPassword,
} from '@banbo/contract';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import type { IdentityDeps } from '../deps.ts';
import { setStaffPassword } from '../passwords/set-staff-password.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { sessionAnswer, signInAnswer } from '../sessions/session-answer.ts';
import { signOut } from '../sessions/sign-out.ts';
import { checkUsername } from './check-username.ts';
import { signInStaff, staffPerson } from './staff-session.ts';

/** Staff sign-in, first password, renewal, and everybody's sign-out. */
export const authRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  app.route({
    ...login,
    handler: async (request, reply) => {
      const { username, password, persist = false } = request.body;
      const issued = await signInStaff(deps, { username, password, persist, origin: cookies.originOf(request) });
      cookies.keep(reply, 'staff', issued);
      return signInAnswer(deps, issued, await staffPerson(deps, issued.account.id));
    },
  });
  app.route({
    ...logout,
    handler: async (request, reply) => {
      await signOut(deps, cookies.allRefresh(request));
      cookies.clearRefresh(reply);
      return { status: true as const, message: 'You are signed out.' };
    },
  });
  app.route({
    ...checkUsernameCall,
    handler: (request) => checkUsername(deps, { username: request.body.username, marks: cookies.marksOf(request) }),
  });
  app.route({
    ...setAdminPassword,
    handler: async ({ body, id: requestId }) => {
      const { email: name, setup_code: code, password } = body;
      await setStaffPassword(deps, { name, code, password, requestId });
      return { status: true as const, message: 'Your password is set. You can sign in now.' };
    },
  });
  app.route({
    ...refreshAdminToken,
    handler: async (request, reply) => {
      const issued = await refreshSession(deps, 'staff', cookies.refreshOf(request, 'staff'));
      cookies.keep(reply, 'staff', issued);
      return sessionAnswer(deps, issued, await staffPerson(deps, issued.account.id), 'Session renewed');
    },
  });
};
