import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import type { AccountKind } from '../accounts/accounts.repo.ts';
import { replaceForgottenCode, replaceSetupCode } from './setup-codes.repo.ts';

/** Letters and digits without those that are easily misread: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;

/**
 * Lengths of codes, in groups of five characters of 5 bits. A staff code (125 bits) travels in a
 * link. A member's (50 bits) may have to be copied from a text message; it opens one driver's own
 * page, and guesses are limited by address.
 */
const GROUPS = { staff: 5, member: 2, tenant: 5 } as const;

/** Hours that a setup code is good for. */
export const SETUP_CODE_HOURS = 24;

/** A new code, `K7QX9-M2P4T`. */
export const newSetupCode = (kind: keyof typeof GROUPS): string =>
  Array.from({ length: GROUPS[kind] }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** A code for comparison: without spaces, dashes and case, and with misread letters corrected. */
export const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** The stored form of a code. */
export const hashSetupCode = (accountId: string, code: string): string =>
  createHash('sha256')
    .update(`${accountId}:${plainCode(code)}`)
    .digest('hex');

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Replaces the account's setup code; only this answer shows the new one, good for 24 hours. */
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
 * Gives a member a code for a forgotten password, good for `hours`, beside the one of the
 * registration; null if the last one is younger than `minutesApart`.
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

type Invited = { username: string; first_name: string; middle_name: string; last_name: string; email: string };

/**
 * The link to Password Setup. The page reads its query by position after `?user=`: the username,
 * then the names and the e-mail. The code stands in the fragment, which browsers do not send to
 * servers, so no log holds it.
 */
export const setupLink = (publicUrl: string, invited: Invited, code: string): string => {
  const { username, first_name, middle_name, last_name, email } = invited;
  const query = [username, first_name, middle_name, last_name, email].map(encodeURIComponent).join('&');
  return `${publicUrl}/set_password?user=${query}#code=${code}`;
};
