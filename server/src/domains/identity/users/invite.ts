import { fullName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { queueMail } from '#domains/messages';
import { readSite } from '#domains/site';
import type { IdentityDeps } from '../deps.ts';
import { issueSetupCode, SETUP_CODE_HOURS, setupLink } from '../passwords/setup-codes.ts';
import type { User } from './users.repo.ts';

export type Invitation = {
  user: User;
  setupCode: string;
  /** Below the web's own origin. */
  link: string;
  mailed: boolean;
};

const text = (user: User, company: string, link: string): string =>
  [
    `Hello ${fullName(user)},`,
    '',
    `${company} made an account for you. Your username is ${user.login}. Set your password here:`,
    link,
    '',
    `The link works once, within ${SETUP_CODE_HOURS} hours.`,
  ].join('\n');

/** Makes a new setup code for the user, and mails it as well if mail is set up. */
export const invite = async (tx: Tx, deps: IdentityDeps, user: User): Promise<Invitation> => {
  const now = deps.now();
  const setupCode = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now });
  const { login: username, first_name, middle_name, last_name, email } = user;
  const invited = { username, firstName: first_name, middleName: middle_name, lastName: last_name, email };
  const link = setupLink('', invited, setupCode);
  const mailed = deps.mailsFrom !== null && email !== '';
  if (mailed) {
    const { company_name } = await readSite(tx);
    const body = text(user, company_name, `${deps.mailsFrom}${link}`);
    const subject = `Your account at ${company_name}`;
    await queueMail(tx, { to: email, subject, text: body, hours: SETUP_CODE_HOURS }, now);
  }
  return { user, setupCode, link, mailed };
};
