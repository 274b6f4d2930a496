import type { Db } from '#db/database.ts';
import type { AccountKind } from '#db/tables/identity.ts';
import { replaceSetupCode } from './setup-codes.repo.ts';
import { hashSetupCode, newSetupCode, SETUP_CODE_HOURS } from './setup-codes.ts';

const HOUR = 3_600_000;

/** Gives the account a new setup code in place of any older one, good for 24 hours unless told otherwise. The answer is the only time it is readable. */
export const issueSetupCode = async (
  db: Db,
  {
    accountId,
    kind,
    now,
    hours = SETUP_CODE_HOURS,
  }: { accountId: string; kind: AccountKind; now: Date; hours?: number },
): Promise<string> => {
  const code = newSetupCode(kind);
  const expiresAt = new Date(now.getTime() + hours * HOUR);
  await replaceSetupCode(db, { accountId, codeHash: hashSetupCode(accountId, code), now, expiresAt });
  return code;
};
