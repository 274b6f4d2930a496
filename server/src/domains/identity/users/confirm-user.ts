import { fullName } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { areOnePerson, noteHands, unconfirmedAccounts } from '#domains/approvals';
import { audit } from '#domains/audit';
import { existing, Refusal } from '#lib/refusal.ts';
import { hasSetupCode } from '../passwords/setup-codes.repo.ts';
import type { Acting } from './invite-user.ts';
import { presentUser } from './read-users.ts';
import { lockUser, type UserRow, usersWithPassword } from './users.repo.ts';

/** Notes that a third person knows the user, who no longer counts as the maker of their codes. */
export const noteConfirmed = (tx: Tx, id: string, { by, now }: Pick<Acting, 'now'> & { by: { accountId: string } }) =>
  noteHands(tx, [{ accountId: by.accountId, what: 'confirmed', subjects: [{ kind: 'user', id }] }], now);

/**
 * Why the person cannot confirm the user, in a sentence; null where they can. A code that is still
 * good could be used by its maker after the confirmation.
 */
export const whyNotConfirmed = async (tx: Tx, user: UserRow, { by, now }: Acting): Promise<string | null> => {
  const name = fullName(user);
  if (await areOnePerson(tx, [user.id, by.accountId], now))
    return `You count as one person with ${name} or the one who made the account, so somebody else has to confirm.`;
  if (!user.has_password || (await hasSetupCode(tx, user.id, now)))
    return `${name} has not used the link to set a password yet. Please confirm afterwards.`;
  return null;
};

/**
 * Confirms that a user is a person of their own, so that they no longer count as the one who made
 * the account. Refused with 403 `not_permitted` to everybody who counts as either, and for a user
 * who has not used the link.
 */
export const confirmUser = async (tx: Tx, { id, by, now }: Acting & { id: string }) => {
  const user = existing(await lockUser(tx, id), 'user');
  const why = await whyNotConfirmed(tx, user, { by, now });
  if (why !== null) throw new Refusal('not_permitted', why);
  await noteConfirmed(tx, id, { by, now });
  const subject = { kind: 'user', id, name: user.login };
  await audit(tx, by, { action: 'users.confirm', subject }, now);
  return { message: `${fullName(user)} is confirmed.`, user: presentUser(user, now) };
};

/** Active users with a password whom nobody else than the maker of their code has confirmed. */
export const usersToConfirm = async (db: Db): Promise<{ id: string; fullname: string }[]> => {
  const unconfirmed = await unconfirmedAccounts(db);
  if (unconfirmed.size === 0) return [];
  const users = (await usersWithPassword(db)).filter(({ id, status }) => status === 'active' && unconfirmed.has(id));
  return users.map((user) => ({ id: user.id, fullname: fullName(user) }));
};
