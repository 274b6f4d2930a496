import type { Tx } from '#db/database.ts';
import { updateRoleOrStatus } from '../users/change-users.repo.ts';
import { forgetPassword } from './accounts.repo.ts';
import { closeMemberAccount } from './close-member-account.ts';

/** Shuts a member's account for good and forgets its password. The row stays, because the driver points at it. */
export const eraseMemberAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await closeMemberAccount(tx, accountId);
  await updateRoleOrStatus(tx, accountId, { status: 'deleted' });
  await forgetPassword(tx, accountId);
};
