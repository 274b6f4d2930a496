import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { accountById } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { recogniseDevice } from '../sign-in/known-origin.ts';
import { claimPasswordAttempt } from '../sign-in/sign-in.ts';
import type { HashingSlot } from './password-hashing.ts';

/** A password as its owner gives it again, and the marks of the device on which they do. */
export type OwnPassword = { password: string; marks: readonly string[] };

const refuse = (message: string): Refusal =>
  new Refusal('refused', message, { issues: [{ path: 'body.password', message }] });

/** A right password: its hash, the device's, and what forgets the wrong ones before it. */
export type ProvedPassword = { passwordHash: string; deviceHash: string | null; clear: (tx: Tx) => Promise<void> };

/**
 * Asks somebody who is signed in for their password once more. Wrong ones count as at sign-in. Refused with 422 `refused`
 * at the field `password`, since the session itself was good when the call came.
 */
export const proveOwnPassword = async (
  deps: IdentityDeps,
  slot: HashingSlot,
  { accountId }: Pick<Caller, 'accountId'>,
  { password, marks }: OwnPassword,
): Promise<ProvedPassword> => {
  const account = await accountById(deps.db, accountId);
  const deviceHash = await recogniseDevice(deps.db, accountId, marks);
  const { attempts, clear } = await claimPasswordAttempt(deps, { accountId, deviceHash });
  if (attempts === null) throw refuse('Too many wrong passwords. Please try again in 15 minutes.');
  const passwordHash = account?.password_hash ?? null;
  if (!(await slot.check(passwordHash, password)) || passwordHash === null) {
    throw refuse('The current password is wrong.');
  }
  return { passwordHash, deviceHash, clear };
};
