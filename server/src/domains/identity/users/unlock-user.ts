import type { Db } from '#db/database.ts';
import { audit, SERVER } from '#domains/audit';
import { issueSetupCode, setupLink } from '../passwords/setup-codes.ts';
import { clearCounters, updateRoleOrStatus } from './change-users.repo.ts';
import { dropSecondFactor } from './reset-second-factor.ts';
import { userByUsername } from './users.repo.ts';

/**
 * Lets a staff user of any rank in again, after any block, without a second factor, and answers a one-time link for a new
 * password; the present password stays good. Null when there is no such user. For the operator's `npm run unlock`.
 */
export const unlockUser = async (
  db: Db,
  { username, publicUrl, now }: { username: string; publicUrl: string; now: Date },
): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const user = await userByUsername(tx, username.trim().toLowerCase());
    if (!user) return null;
    await updateRoleOrStatus(tx, user.id, { status: 'active' });
    await clearCounters(tx, user.id);
    await dropSecondFactor(tx, user.id);
    const subject = { kind: 'user', id: user.id, name: user.login };
    await audit(tx, SERVER, { action: 'users.unlock', subject }, now);
    const code = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now });
    const { login, first_name, middle_name, last_name, email } = user;
    const names = { firstName: first_name, middleName: middle_name, lastName: last_name };
    return setupLink(publicUrl, { username: login, ...names, email }, code);
  });
