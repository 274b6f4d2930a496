import type { Tx } from '#db/database.ts';
import { queueMail } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { endAccessTokens } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { actOnUser } from './act-on-user.ts';
import type { User } from './users.repo.ts';

const HOURS = 24;

const text = (user: User, by: string, company: string): string =>
  [
    `Hello ${user.first_name},`,
    '',
    `${by} took away the second factor of your account at ${company}, ${user.login}, and signed you out everywhere.`,
    'Until you set up another one under My Account, your password alone lets you in.',
    '',
    'If you did not ask for this, please call your office at once.',
  ].join('\n');

/** Takes an account's second factor away and ends its sessions and challenges; nothing changes for one that has none. */
export const dropSecondFactor = async (tx: Tx, accountId: string): Promise<boolean> => {
  if (!(await deleteSecondFactor(tx, accountId))) return false;
  await deleteSessions(tx, accountId);
  await endAccessTokens(tx, accountId);
  return true;
};

/**
 * Takes away the second factor of a user who has lost the phone and the recovery codes, and tells them by mail where that is
 * set up. Refused as `actOnUser` refuses.
 */
export const resetSecondFactor = (deps: IdentityDeps, caller: Caller, id: string): Promise<{ user: User }> =>
  actOnUser(deps, caller, {
    id,
    action: 'users.reset_second_factor',
    unlessSame: true,
    work: async (tx, user) => {
      if (!(await dropSecondFactor(tx, id)) || deps.mailsFrom === null || user.email === '') return;
      const { company_name } = await readSite(tx);
      const subject = `Your second factor at ${company_name} was taken away`;
      const body = text(user, caller.login, company_name);
      await queueMail(tx, { to: user.email, subject, text: body, hours: HOURS }, deps.now());
    },
  });
