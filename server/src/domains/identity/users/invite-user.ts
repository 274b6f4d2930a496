import { fullName, type IssuedCode } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, noteHands, refuseWhileWaiting } from '#domains/approvals';
import { audit } from '#domains/audit';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { endAccessTokens } from '../accounts/accounts.repo.ts';
import type { UserDeps } from '../deps.ts';
import { issueSetupCode, SETUP_CODE_HOURS, setupLink } from '../passwords/setup-codes.ts';
import { gainedOfTwo } from '../roles/role-permissions.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { mailTo, textTo, type UserMail } from './tell-user.ts';
import { activeUsersOfRole, lockUser, type UserRow } from './users.repo.ts';

export type Acting = { by: Caller; now: Date };

/** The words that are mailed with a link to set a password. */
const invitationMail =
  (user: UserRow, { by }: Acting, link: string) =>
  (company: string, origin: string): UserMail => {
    const made = user.has_password
      ? [
          `${by.login} made a link to set a new password for your account at ${company}, ${user.login}, and signed you out:`,
        ]
      : [`${company} made an account for you. Your username is ${user.login}. Set your password here:`];
    return {
      subject: `Your account at ${company}`,
      lines: [
        `Hello ${fullName(user)},`,
        '',
        ...made,
        `${origin}${link}`,
        '',
        `The link works once, within ${SETUP_CODE_HOURS} hours.`,
        ...(user.has_password ? ['', 'If you did not ask for it, please call your office at once.'] : []),
      ],
    };
  };

/**
 * Signs out a user in whose place a setup code lets somebody in, and tells them by text, every
 * active SuperAdmin by mail and text, and the owner of a role over money. Rule 52 of
 * docs/product/identity.md.
 */
const tellOfCode = async (tx: Tx, user: UserRow, { by, now }: Acting, deps: UserDeps): Promise<void> => {
  await deleteSessions(tx, user.id);
  await endAccessTokens(tx, user.id);
  const { company_name } = await readSite(tx);
  const made = `${by.login} made a link to set a new password for`;
  const own = `${company_name}: ${made} your account ${user.login}, and signed you out. If you did not ask for it, call your office.`;
  await textTo(tx, deps, user, own, now);
  for (const admin of await activeUsersOfRole(tx, 'SuperAdmin')) {
    if (admin.id === user.id) continue;
    await mailTo(tx, deps, admin, (company) => ({
      subject: `A new password link for ${user.login} at ${company}`,
      lines: [
        `Hello ${admin.first_name},`,
        '',
        `${made} the account of ${fullName(user)}, ${user.login}, at ${company}. ${user.login} is signed out.`,
        'Whoever has the link can set the password, once, within 24 hours.',
        '',
        'If nobody asked for it, block the account at once.',
      ],
    }));
    await textTo(tx, deps, admin, `${company_name}: ${made} the account ${user.login}.`, now);
  }
  if ((await gainedOfTwo(tx, user)).length > 0) await deps.tellOwner(tx, `${made} ${user.login}, ${user.role}.`, now);
};

/**
 * Makes a new setup code for the user, and mails it as well if mail is set up. Notes it as a hand
 * of the author, and of whoever asked for it. A user who has a password is signed out and told.
 */
export const issueInvitation = async (
  tx: Tx,
  user: UserRow,
  acting: Acting & { askedBy?: string },
  deps: UserDeps,
): Promise<IssuedCode> => {
  const { by, now, askedBy = by.accountId } = acting;
  const what = user.has_password ? 'renewed_code' : 'issued_code';
  const subjects = [{ kind: 'user', id: user.id }];
  const people = [...new Set([askedBy, by.accountId])];
  await noteHands(
    tx,
    people.map((accountId) => ({ accountId, what, subjects })),
    now,
  );
  const setup_code = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now });
  const invitation_link = setupLink('', { ...user, username: user.login }, setup_code);
  if (user.has_password) await tellOfCode(tx, user, acting, deps);
  const mailed = await mailTo(tx, deps, user, invitationMail(user, acting, invitation_link));
  return { setup_code, invitation_link, mailed };
};

const APPROVED = 'users.code';

/** A setup code for another SuperAdmin, once a second one has approved it. */
export const codeForEqual = (deps: UserDeps) =>
  defineApproval({
    kind: APPROVED,
    input: z.strictObject({}),
    apply: async (tx, { subjectId, askedBy, by, now }) => {
      const user = existing(await lockUser(tx, subjectId), 'user');
      if (user.role !== 'SuperAdmin' || user.status !== 'active')
        throw new Refusal('conflict', `${fullName(user)} is no longer an active SuperAdmin.`);
      const invitation = await issueInvitation(tx, user, { by, now, askedBy: askedBy.accountId }, deps);
      const subject = { kind: 'user', id: user.id, name: user.login };
      await audit(tx, by, { action: 'users.invite', subject, after: { asked_by: askedBy.login } }, now);
      return { message: 'A new invitation was made. Pass it on.', invitation };
    },
  });

/**
 * Asks for a setup code for another SuperAdmin, which a second one approves. Refused with 403
 * `not_permitted` for other ranks and oneself, 404 `not_found`, 409 `conflict` while one waits.
 */
export const askUserCode = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Acting & { id: string; body: { reason: string } },
  { codeForEqual: asking, staff }: Approvers & { codeForEqual: ReturnType<typeof codeForEqual> },
) => {
  await refuseWhileWaiting(tx, APPROVED, id);
  const user = existing(await lockUser(tx, id), 'user');
  if (by.role !== 'SuperAdmin' || user.role !== 'SuperAdmin' || user.id === by.accountId)
    throw new Refusal('not_permitted', 'This is for a SuperAdmin who asks for another one.');
  const subject = { id, name: `${fullName(user)}, ${user.login}` };
  const changes = [
    { field: 'Sign-in', before: user.has_password ? 'their password' : '', after: 'a new password, by a link' },
  ];
  const asked = await askApproval(tx, asking, { subject, input: {}, changes, reason, by, now }, staff);
  return {
    message: asked.message,
    ...(asked.state === 'approved' && asked.applied.invitation && { invitation: asked.applied.invitation }),
  };
};
