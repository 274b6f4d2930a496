import type { Tx } from '#db/database.ts';
import { deleteSetupCodes } from '../passwords/setup-codes.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins } from '../sign-in/known-origin.ts';
import { clearCounters, updateRoleOrStatus } from '../users/change-users.repo.ts';

/** Shuts a member out at once: ends sessions and codes. The password stays, in case the member returns. */
export const closeMemberAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await updateRoleOrStatus(tx, accountId, { status: 'blocked' });
  await deleteSessions(tx, accountId);
  await deleteSetupCodes(tx, accountId);
  await forgetOrigins(tx, accountId);
};

/**
 * Lets a member in again with the former password; a member without one sets it with a code for a forgotten password.
 */
export const reopenMemberAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await updateRoleOrStatus(tx, accountId, { status: 'active' });
  await clearCounters(tx, accountId);
};
