import * as contract from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import type { IdentityDeps } from '../deps.ts';
import { sessionAnswer, signInAnswer, signOut } from '../sessions/open-session.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { checkUsername } from './check-username.ts';
import { CHALLENGE_SECONDS, signInWithCode } from './code-sign-in.ts';
import type { SignedInSession } from './sign-in.ts';
import {
  setStaffPassword,
  setTenantPassword,
  showTenant,
  signInStaff,
  signInTenant,
  staffPerson,
} from './staff-session.ts';

/** Staff sign-in, first password, renewal, and everybody's sign-out. */
export const authRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  const answerWith = async (reply: FastifyReply, signedIn: SignedInSession) => {
    cookies.keep(reply, 'staff', signedIn);
    return signInAnswer(deps, signedIn, await staffPerson(deps, signedIn.account.id));
  };
  const { read, act } = serving(app, deps);
  read(contract.login, async ({ body: { username, password, persist = false } }, request, reply) => {
    const origin = cookies.originOf(request, 'staff');
    const step = await signInStaff(deps, { username, password, persist, origin });
    if ('signedIn' in step) return answerWith(reply, step.signedIn);
    cookies.keepChallenge(reply, step.challenge.browser, CHALLENGE_SECONDS);
    const message = 'Enter the code of your authenticator app.';
    return { status: 'code_needed' as const, message, challenge: step.challenge.text };
  });
  read(contract.loginWithCode, async ({ body: { challenge, code, persist = false } }, request, reply) => {
    const [browser, origin] = [cookies.challengeOf(request), cookies.originOf(request, 'staff')];
    const signedIn = await signInWithCode(deps, { challenge, browser, code, persist, origin });
    cookies.clearChallenge(reply);
    return answerWith(reply, signedIn);
  });
  act(contract.logout, async (_, request, reply) => {
    await signOut(deps, cookies.allRefresh(request));
    cookies.clearRefresh(reply);
    return 'You are signed out.';
  });
  read(contract.checkUsername, ({ body: { username } }, request) =>
    checkUsername(deps, { username, marks: cookies.marksOf(request) }),
  );
  act(contract.setAdminPassword, async ({ body }, { id: requestId }) => {
    const { email: name, setup_code: code, password } = body;
    await setStaffPassword(deps, { name, code, password, requestId });
    return 'Your password is set. You can sign in now.';
  });
  read(contract.refreshAdminToken, async (_, request, reply) => {
    const issued = await refreshSession(deps, 'staff', cookies.refreshOf(request, 'staff'));
    cookies.keep(reply, 'staff', issued);
    return sessionAnswer(deps, issued, await staffPerson(deps, issued.account.id), 'Session renewed');
  });
};

/** Tenants' sign-in, renewal and own page. */
export const tenantRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  const personOf = async (accountId: string) => {
    const { tenant_code: _, ...person } = await showTenant(deps, accountId);
    return person;
  };
  const { read, act } = serving(app, deps);
  act(contract.setTenantPassword, async ({ body }, { id: requestId }) => {
    const { username, setup_code: code, password } = body;
    await setTenantPassword(deps, { username, code, password, requestId });
    return 'Your password is set. You can sign in now.';
  });
  read(contract.tenantLogin, async ({ body: { username, password, persist = false } }, request, reply) => {
    const origin = cookies.originOf(request, 'tenant');
    const issued = await signInTenant(deps, { username, password, persist, origin });
    cookies.keep(reply, 'tenant', issued);
    return signInAnswer(deps, issued, await personOf(issued.account.id));
  });
  read(contract.refreshTenantToken, async (_, request, reply) => {
    const issued = await refreshSession(deps, 'tenant', cookies.refreshOf(request, 'tenant'));
    cookies.keep(reply, 'tenant', issued);
    return sessionAnswer(deps, issued, await personOf(issued.account.id), 'Session renewed');
  });
  read(contract.getTenantMe, ({ by }) => showTenant(deps, by.accountId));
};
