import * as contract from '@banbo/contract';
import { isStaffRole, type Role } from '@banbo/contract';
import { answerList } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { CookieKind, SessionCookies } from '#http/session-cookies.ts';
import { knownWords } from '../members/forgotten-password.ts';
import type { MemberDeps } from '../members/member-sign-in.ts';
import { presentUser, staffUser } from '../users/read-users.ts';
import {
  changeOwnProfile,
  changePassword,
  endSession,
  listSessions,
  ownSignIns,
  signOutEverywhere,
} from './own-account.ts';

const kindOf = (role: Role): CookieKind => {
  if (isStaffRole(role)) return 'staff';
  return role === 'Member' ? 'member' : 'tenant';
};

export const ownAccountRoutes = (app: ApiScope, deps: MemberDeps, cookies: SessionCookies): void => {
  const { read, act } = serving(app, deps);
  read(contract.listOwnSessions, async ({ by, query }, _, reply) =>
    answerList(reply, await listSessions(deps, by, query)),
  );
  read(contract.listOwnSignIns, ({ by }) => ownSignIns(deps, by));
  act(contract.endOwnSession, async ({ id, by }) => {
    await endSession(deps, by, id);
    return 'That device is signed out.';
  });
  act(contract.logoutEverywhere, async ({ by }, _request, reply) => {
    await signOutEverywhere(deps, by);
    cookies.clearRefresh(reply, [kindOf(by.role)]);
    return 'You are signed out of all devices.';
  });
  act(contract.changePassword, async ({ by, body }, request) => {
    const known = await knownWords(deps, by.accountId);
    const marks = cookies.marksOf(request);
    const passwords = { current: body.password, next: body.new_password };
    const accessToken = await changePassword(deps, by, { ...passwords, marks, known });
    return { message: 'Your password is changed.', accessToken };
  });
  read(contract.getOwnProfile, async ({ by, now }) => presentUser(await staffUser(deps.db, by), now));
  act(contract.changeOwnProfile, async ({ by, body, now }, request) => {
    const user = await changeOwnProfile(deps, by, { change: body, marks: cookies.marksOf(request) });
    return { message: 'The changes are saved.', user: presentUser(user, now) };
  });
};
