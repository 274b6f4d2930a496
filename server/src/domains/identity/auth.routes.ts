import {
  checkUsername as checkUsernameCall,
  login,
  logout,
  refreshAdminToken,
  setAdminPassword,
} from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { checkUsername } from './check-username.ts';
import type { IdentityDeps } from './deps.ts';
import { refreshSession } from './refresh-session.ts';
import { writeRefreshToken } from './refresh-token.ts';
import { setStaffPassword } from './set-staff-password.ts';
import type { Origin } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { sessionAnswer, signInStaff, staffPerson } from './staff-session.ts';

/** Where a request says that it comes from. */
export const originOf = (request: FastifyRequest, cookies: SessionCookies): Origin => ({
  device: cookies.deviceOf(request),
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});

/** Staff sign-in, first password, renewal, and everybody's sign-out. */
export const authRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  app.route({
    ...login,
    handler: async (request, reply) => {
      const { username, password, persist = false } = request.body;
      const opened = await signInStaff(deps, { username, password, persist, origin: originOf(request, cookies) });
      cookies.setRefresh(reply, 'staff', writeRefreshToken(opened.refresh), opened.maxAge);
      cookies.setDevice(reply, opened.device);
      return sessionAnswer(deps, opened, await staffPerson(deps, opened.account.id), 'Login successful');
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
    handler: (request) => checkUsername(deps, { username: request.body.username, device: cookies.deviceOf(request) }),
  });
  app.route({
    ...setAdminPassword,
    handler: async ({ body }) => {
      await setStaffPassword(deps, { name: body.email, code: body.setup_code, password: body.password });
      return { status: true as const, message: 'Your password is set. You can sign in now.' };
    },
  });
  app.route({
    ...refreshAdminToken,
    handler: async (request, reply) => {
      const opened = await refreshSession(deps, 'staff', cookies.refreshOf(request, 'staff'));
      cookies.setRefresh(reply, 'staff', writeRefreshToken(opened.refresh), opened.maxAge);
      return sessionAnswer(deps, opened, await staffPerson(deps, opened.account.id), 'Session renewed');
    },
  });
};
