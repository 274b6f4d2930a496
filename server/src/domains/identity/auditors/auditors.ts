import {
  type Auditor,
  type AuditorState,
  auditorList,
  type IssuedCode,
  type NewAuditor,
  normalizePhone,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import { withIsoDates } from '#lib/iso-dates.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { endAccessTokens } from '../accounts/accounts.repo.ts';
import { changeAccount } from '../accounts/accounts.ts';
import type { IdentityDeps } from '../deps.ts';
import { issueSetupCode, SETUP_CODE_HOURS, setupLink } from '../passwords/setup-codes.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import type { Acting } from '../users/invite-user.ts';
import { mailTo } from '../users/tell-user.ts';
import { type AuditorRow, auditorById, auditorsSql, insertAuditor, lockAuditor, noteEnd } from './auditors.repo.ts';

const DAY = 86_400_000;
const NOUN = 'auditor';

const stateOf = ({ ended_at, ends_at, has_password }: AuditorRow, now: Date): AuditorState => {
  if (ended_at !== null) return 'ended';
  if (ends_at <= now) return 'over';
  return has_password ? 'open' : 'invited';
};

export const presentAuditor = (row: AuditorRow, now: Date): Auditor => {
  const { id, login, fullname, email, mobile_number, days, opened_by_login, ended_by_login, end_reason, ...rest } =
    withIsoDates(row);
  return {
    ...{ id, fullname, username: login, email, mobile_number, status: stateOf(row, now), days },
    ...{ opened_by: opened_by_login ?? '', opened_at: rest.opened_at, ends_at: rest.ends_at },
    ...{ ended_by: ended_by_login, ended_at: rest.ended_at, end_reason, last_login_at: rest.last_login_at },
  };
};

export const auditorsSource = (now: () => Date) =>
  listSource(auditorList, auditorsSql, (rows) => rows.map((row) => presentAuditor(row, now())));

/** The names and contacts of an auditor, which their password may not contain. */
export const wordsOfAuditor = ({ login, fullname, email, mobile_number }: AuditorRow): string[] => [
  ...[login, email, mobile_number],
  ...fullname.split(' '),
];

const subjectOf = ({ id, login, fullname }: AuditorRow) => ({ kind: NOUN, id, name: `${fullname}, ${login}` });

/** The one-time link to set the password, mailed as well where mail is set up. */
const issueLink = async (tx: Tx, auditor: AuditorRow, { now }: Acting, deps: IdentityDeps): Promise<IssuedCode> => {
  const setup_code = await issueSetupCode(tx, { accountId: auditor.id, kind: 'staff', now });
  const { login: username, fullname: first_name, email } = auditor;
  const link = setupLink('', { username, first_name, middle_name: '', last_name: '', email }, setup_code);
  const mailed = await mailTo(tx, deps, auditor, (company, origin) => ({
    subject: `The books of ${company}`,
    lines: [
      `Hello ${auditor.fullname},`,
      '',
      `${company} opened its books to you for ${auditor.days} days. Your username is ${username}. Set your password here:`,
      `${origin}${link}`,
      '',
      `The link works once, within ${SETUP_CODE_HOURS} hours.`,
    ],
  }));
  return { setup_code, invitation_link: link, mailed };
};

const found = async (tx: Tx, id: string): Promise<AuditorRow> => existing(await lockAuditor(tx, id), NOUN);

/**
 * Opens a sign-in for an auditor for some days of 24 hours, from now on. Refused with 409
 * `conflict` where a user of staff has the username that would be the auditor's.
 */
export const openAuditor = async (tx: Tx, { body, by, now }: Acting & { body: NewAuditor }, deps: IdentityDeps) => {
  const mobile_number = normalizePhone(body.mobile_number) ?? '';
  const endsAt = new Date(now.getTime() + body.days * DAY);
  const id = await insertAuditor(tx, { ...body, mobile_number, by: by.accountId, now, endsAt }).catch(
    (error: unknown) => {
      if (violatedUnique(error) !== 'accounts_login') throw error;
      throw refusalAt('conflict', 'fullname', 'A user has the next auditor’s username. Please try again.');
    },
  );
  const row = await found(tx, id);
  const auditor = presentAuditor(row, now);
  const after = { ...body, mobile_number, username: auditor.username, ends_at: auditor.ends_at };
  await audit(tx, by, { action: 'auditors.open', subject: subjectOf(row), after }, now);
  const message = `${row.fullname} can read the books for ${body.days} ${body.days === 1 ? 'day' : 'days'}. Pass on the link.`;
  return { message, auditor, ...(await issueLink(tx, row, { by, now }, deps)) };
};

const refuseOver = (row: AuditorRow, now: Date): void => {
  if (row.ended_at === null && row.ends_at > now) return;
  throw new Refusal('conflict', `The sign-in of ${row.fullname} is over. Please open a new one.`);
};

/** A new password link. Refused with 404 `not_found`, 409 `conflict` for a sign-in that is over. */
export const inviteAuditor = async (tx: Tx, { id, by, now }: Acting & { id: string }, deps: IdentityDeps) => {
  const row = await found(tx, id);
  refuseOver(row, now);
  await deleteSessions(tx, id);
  await endAccessTokens(tx, id);
  await audit(tx, by, { action: 'auditors.invite', subject: subjectOf(row) }, now);
  const issued = await issueLink(tx, row, { by, now }, deps);
  return { message: 'A new link was made. Pass it on.', auditor: presentAuditor(row, now), ...issued };
};

/**
 * Ends a sign-in at once and for good; open sessions end with it. Refused with 404 `not_found`, and
 * 409 `conflict` for one that is over.
 */
export const endAuditor = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Acting & { id: string; body: { reason: string } },
): Promise<string> => {
  const row = await found(tx, id);
  refuseOver(row, now);
  await changeAccount(tx, 'delete', id);
  await noteEnd(tx, id, { by: by.accountId, reason, now });
  await audit(tx, by, { action: 'auditors.end', subject: subjectOf(row), after: { reason } }, now);
  return `The sign-in of ${row.fullname} has ended.`;
};

/** The auditor of a session, with the names that it shows; or null. */
export const auditorPerson = async ({ db }: Pick<IdentityDeps, 'db'>, accountId: string) => {
  const row = await auditorById(db, accountId);
  return row && { username: row.login, fullname: row.fullname, email: row.email };
};
