import type { Tx } from '#db/database.ts';
import { deleteSetupCodes } from '../passwords/setup-codes.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins } from '../sign-in/known-origin.ts';
import { clearCounters, updateStanding } from '../users/change-users.repo.ts';

/** Shuts a member out at once, with whatever could let them in again. The password stays for a later return. */
export const closeMemberAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await updateStanding(tx, accountId, { status: 'blocked' });
  await deleteSessions(tx, accountId);
  await deleteSetupCodes(tx, accountId);
  await forgetOrigins(tx, accountId);
};

/** Lets the member in again with the password of before; without one, a code for a forgotten password sets it. */
export const reopenMemberAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await updateStanding(tx, accountId, { status: 'active' });
  await clearCounters(tx, accountId);
};
