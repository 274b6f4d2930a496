import { normalizePhone, type UserChange } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { queueMail, queueSms } from '#domains/messages';
import { readSite } from '#domains/site';
import type { IdentityDeps } from '../deps.ts';
import { SETUP_CODE_HOURS } from '../passwords/setup-codes.ts';
import { maskEmail } from './read-users.ts';
import type { UserRow } from './users.repo.ts';

export type UserMail = { subject: string; lines: readonly string[] };

/** Mails the user for as long as an invitation is good; false where no mail is set up. */
export const mailTo = async (
  tx: Tx,
  { mailsFrom, now }: IdentityDeps,
  { email: to }: Pick<UserRow, 'email'>,
  write: (company: string, origin: string) => UserMail,
): Promise<boolean> => {
  if (mailsFrom === null || to === '') return false;
  const { lines, subject } = write((await readSite(tx)).company_name, mailsFrom);
  await queueMail(tx, { subject, to, text: lines.join('\n'), hours: SETUP_CODE_HOURS }, now());
  return true;
};

/** Tells somebody by text where a number is known and a service sends texts. */
export const textTo = async (tx: Tx, { textsAreSent }: IdentityDeps, user: UserRow, words: string, now: Date) => {
  if (!textsAreSent || user.mobile_number === '') return;
  await queueSms(tx, { to: user.mobile_number, text: words, hours: SETUP_CODE_HOURS }, now);
};

/**
 * Tells the former address and number of an account that they were replaced: `by` says who did it.
 * Links to set a password go to the new ones.
 */
export const tellFormerContacts = async (
  tx: Tx,
  user: UserRow,
  { email, mobile_number }: UserChange,
  { deps, by, now }: { deps: IdentityDeps; by: string; now: Date },
): Promise<void> => {
  if (email !== undefined && email !== user.email) {
    await mailTo(tx, deps, user, (company) => ({
      subject: `The e-mail of your account at ${company} was changed`,
      lines: [
        `${by} changed the e-mail of the account ${user.login} at ${company} to ${maskEmail(email)}.`,
        '',
        'If you did not ask for it, please call your office at once: links to set a new password go to the new address.',
      ],
    }));
  }
  if (mobile_number === undefined || (normalizePhone(mobile_number) ?? '') === user.mobile_number) return;
  const { company_name } = await readSite(tx);
  const said = `${by} changed the phone number of your account ${user.login}. If you did not ask for it, call your office.`;
  await textTo(tx, deps, user, `${company_name}: ${said}`, now);
};
