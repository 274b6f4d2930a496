import {
  checkUsername as checkUsernameCall,
  getTenantMe,
  login,
  loginWithCode,
  logout,
  refreshAdminToken,
  refreshTenantToken,
  setAdminPassword,
  tenantLogin,
} from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import type { IdentityDeps } from '../deps.ts';
import { sessionAnswer, signInAnswer, signOut } from '../sessions/open-session.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { checkUsername } from './check-username.ts';
import { CHALLENGE_SECONDS, signInWithCode } from './code-sign-in.ts';
import type { SignedInSession } from './sign-in.ts';
import { setStaffPassword, showTenant, signInStaff, signInTenant, staffPerson } from './staff-session.ts';

/** Staff sign-in, first password, renewal, and everybody's sign-out. */
export const authRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  const answerWith = async (reply: FastifyReply, signedIn: SignedInSession) => {
    cookies.keep(reply, 'staff', signedIn);
    return signInAnswer(deps, signedIn, await staffPerson(deps, signedIn.account.id));
  };
  app.route({
    ...login,
    handler: async (request, reply) => {
      const { username, password, persist = false } = request.body;
      const origin = cookies.originOf(request, 'staff');
      const step = await signInStaff(deps, { username, password, persist, origin });
      if ('signedIn' in step) return answerWith(reply, step.signedIn);
      cookies.keepChallenge(reply, step.challenge.browser, CHALLENGE_SECONDS);
      const message = 'Enter the code of your authenticator app.';
      return { status: 'code_needed' as const, message, challenge: step.challenge.text };
    },
  });
  app.route({
    ...loginWithCode,
    handler: async (request, reply) => {
      const { challenge, code, persist = false } = request.body;
      const [browser, origin] = [cookies.challengeOf(request), cookies.originOf(request, 'staff')];
      const signedIn = await signInWithCode(deps, { challenge, browser, code, persist, origin });
      cookies.clearChallenge(reply);
      return answerWith(reply, signedIn);
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
