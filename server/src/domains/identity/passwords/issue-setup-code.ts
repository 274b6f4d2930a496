import type { Tx } from '#db/database.ts';
import type { AccountKind } from '../accounts/accounts.repo.ts';
import { deleteSetupCodes, replaceForgottenCode, replaceSetupCode } from './setup-codes.repo.ts';
import { hashSetupCode, newSetupCode, SETUP_CODE_HOURS } from './setup-codes.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/**
 * Gives the account a new setup code in place of any older one, good for 24 hours. Only this answer shows it in
 * readable form.
 */
export const issueSetupCode = async (
  tx: Tx,
  { accountId, kind, now }: { accountId: string; kind: AccountKind; now: Date },
): Promise<string> => {
  const code = newSetupCode(kind);
  const expiresAt = new Date(now.getTime() + SETUP_CODE_HOURS * HOUR);
  await replaceSetupCode(tx, { accountId, codeHash: hashSetupCode(accountId, code), now, expiresAt });
  return code;
};

/**
 * Gives a member a code for a forgotten password, good for `hours`, beside the one of the registration; null if the
 * last one is younger than `minutesApart`.
 */
export const issueForgottenCode = async (
  tx: Tx,
  { accountId, hours, minutesApart, now }: { accountId: string; hours: number; minutesApart: number; now: Date },
): Promise<string | null> => {
  const code = newSetupCode('member');
  const expiresAt = new Date(now.getTime() + hours * HOUR);
  const cutoff = new Date(now.getTime() - minutesApart * MINUTE);
  const codeHash = hashSetupCode(accountId, code);
  return (await replaceForgottenCode(tx, { accountId, codeHash, now, expiresAt, cutoff })) ? code : null;
};

/** Ends the account's setup codes, which may have gone to somebody else. */
export const withdrawSetupCodes = (tx: Tx, accountId: string): Promise<void> => deleteSetupCodes(tx, accountId);
