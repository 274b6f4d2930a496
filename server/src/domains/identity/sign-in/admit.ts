import type { Tx } from '#db/database.ts';
import { type Account, noteSignIn } from '../accounts/accounts.repo.ts';
import { type IssuedSession, openSession } from '../sessions/open-session.ts';
import { endSessionOf } from '../sessions/sign-out.ts';
import type { TokenKeys } from '../sessions/token-keys.ts';
import { type Origin, rememberOrigin } from './known-origin.ts';

/** A session with the device marks that the browser keeps. */
export type SignedIn = IssuedSession & { marks: string[] };

type Admitted = { account: Account; persist: boolean; origin: Origin; now: Date };

/**
 * Opens the session of somebody who has proved who they are, in place of the browser's former one of the kind, and
 * remembers the device and the address. Null when the account was blocked or its password changed since it was read.
 */
export const admit = async (
  tx: Tx,
  keys: TokenKeys,
  { account, persist, origin, now }: Admitted,
): Promise<SignedIn | null> => {
  const accountId = account.id;
  if (!(await noteSignIn(tx, { accountId, passwordHash: account.password_hash ?? '', now }))) return null;
  // The account is locked by now, so that simultaneous sign-ins leave no more devices than allowed.
  const marks = await rememberOrigin(tx, keys, { accountId, origin, now });
  await endSessionOf(tx, keys, origin.former);
  return { ...(await openSession(tx, keys, { account, persist, origin, now })), marks };
};
