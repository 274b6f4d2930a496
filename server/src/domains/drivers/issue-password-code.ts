import type { Db } from '#db/database.ts';
import { audit, issueSetupCode } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockDriver } from './removal.repo.ts';

/**
 * Makes a current driver's member account a new code in place of the registration's, for staff to hand over. The answer is
 * the only time it is readable; the audit log says who made it. Refused with 404 `not_found`, and with 409 `conflict` for a
 * removed driver, who cannot sign in.
 */
export const issuePasswordCode = (
  db: Db,
  { caller, id, now }: { caller: Caller; id: string; now: Date },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, id);
    if (!driver) throw new Refusal('not_found', 'There is no such driver.');
    if (driver.removed_at) throw new Refusal('conflict', 'This driver was removed, and cannot sign in.');
    const code = await issueSetupCode(tx, { accountId: driver.account_id, kind: 'member', now });
    const subject = { kind: 'driver', id, name: driver.driver_code };
    await audit(tx, caller, { action: 'drivers.password_code', subject }, now);
    return code;
  });
