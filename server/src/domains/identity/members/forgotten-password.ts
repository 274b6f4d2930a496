import { MISSING_MEMBER_CAR, normalizeCarNumber } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { mayTextToday, queueSms, takeBackSms, textingNow, wordsFor } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { tenantById } from '../accounts/accounts.repo.ts';
import { auditorById } from '../auditors/auditors.repo.ts';
import { wordsOfAuditor } from '../auditors/auditors.ts';
import { type Setting, setPassword } from '../passwords/set-password.ts';
import { issueForgottenCode } from '../passwords/setup-codes.ts';
import { type UserRow, userById } from '../users/users.repo.ts';
import { type MemberDeps, type MemberRecord, passwordCodeOf, passwordPage } from './member-sign-in.ts';

/** The names and numbers of a staff user, which their password may not contain. */
export const wordsOfUser = ({ login, first_name, middle_name, last_name, email, mobile_number }: UserRow): string[] => [
  login,
  first_name,
  middle_name,
  last_name,
  email,
  mobile_number,
];

const wordsOfMember = ({ driverCode, fullname, carNumber, email, mobileNumber }: MemberRecord): string[] => [
  driverCode,
  fullname,
  carNumber,
  email,
  mobileNumber,
];

type TenantSignIn = NonNullable<Awaited<ReturnType<typeof tenantById>>>;

export const wordsOfTenant = ({ username, tenant_code, fullname, email }: TenantSignIn): string[] => [
  username,
  tenant_code,
  fullname,
  email,
];

/** The same for any signed-in person. */
export const knownWords = async ({ db, members }: MemberDeps, accountId: string): Promise<string[]> => {
  const user = await userById(db, accountId);
  if (user) return wordsOfUser(user);
  const auditor = await auditorById(db, accountId);
  if (auditor) return wordsOfAuditor(auditor);
  const member = await members.ofAccount(db, accountId);
  if (member) return wordsOfMember(member);
  const tenant = await tenantById(db, accountId);
  return tenant ? wordsOfTenant(tenant) : [];
};

/** Hours. Short, because people use a code for a forgotten password at once. */
const FORGOTTEN_HOURS = 1;
/** Minutes between codes, which replace each other: a stranger could cancel the owner's. */
const MINUTES_APART = 10;
const EXPIRED =
  'This code has expired. Press ‘Forgot password?’ on the page Member sign-in for a new one, or ask our office.';

/** The company's name, and how to reach its office, as in `Please visit our office`. */
type Company = { name: string; reached: string };

/** With a link, or with the code where the product's address is not known. */
const textOf = async (tx: Tx, { name: company }: Company, code: string, origin: string | null): Promise<string> => {
  if (origin === null) return (await wordsFor(tx, 'password_code'))({ company, code });
  return (await wordsFor(tx, 'password'))({ company, link: passwordPage(origin, code) });
};

const sendCode = async (
  deps: MemberDeps,
  tx: Tx,
  { carNumber, company, byHand }: { carNumber: string; company: Company; byHand: boolean },
): Promise<void> => {
  const now = deps.now();
  const member = await deps.members.ofCar(tx, carNumber);
  if (!member) return;
  const { accountId, driverCode, mobileNumber: to } = member;
  const subject = passwordCodeOf(driverCode);
  // Checked before the new code is made: a code that cannot be sent must not replace one that was.
  if (!byHand && !(await mayTextToday(tx, to, now))) return;
  const lasting = { hours: FORGOTTEN_HOURS, minutesApart: MINUTES_APART };
  const code = await issueForgottenCode(tx, { accountId, ...lasting, now });
  if (code === null) return;
  await takeBackSms(tx, { to, subjects: [subject] });
  const text = await textOf(tx, company, code, deps.linksTo);
  await queueSms(tx, { to, subject, text, hours: FORGOTTEN_HOURS, byHand, isCode: true }, now);
};

/** The same answers for every car, which must not reveal whether it is registered. */
const ANSWERS = {
  sent: () => 'If this car is registered, a code was sent to its driver’s mobile number.',
  held: ({ reached }: Company) =>
    `No more text messages go out today. Please ${reached} our office: they can give you a code.`,
  stopped: ({ reached }: Company) =>
    `Text messages are not sent at the moment. Please ${reached} our office: they can give you a code.`,
  'by hand': ({ reached }: Company) =>
    `Please ${reached} our office. If this car is registered, they have a code for its driver, good for an hour.`,
} as const;

/**
 * Makes a code for a new password for the car's driver and sends it by text message, or leaves it
 * to the office if no service sends texts. Answers the sentence for the caller, and whether to wait
 * for a text message. The answer reveals neither whether there is such a driver, nor whether a code
 * of the last ten minutes is still in force, nor whether the number has had its texts of the day.
 * Refused with 400 `invalid_input` without a car number.
 */
export const sendForgottenPassword = async (
  deps: MemberDeps,
  carNumber: string,
): Promise<{ message: string; texted: boolean }> => {
  if (normalizeCarNumber(carNumber) === '') throw new Refusal('invalid_input', MISSING_MEMBER_CAR);
  const site = await readSite(deps.db);
  const reached = site.mobile_numbers.length > 0 ? `call ${officePhone(site)} or visit` : 'visit';
  const company = { name: site.company_name, reached };
  const texting = await textingNow(deps.db, deps.texting, 'codes', deps.now());
  // A delayed text would arrive after its code has expired.
  const wanted = { carNumber, company, byHand: texting === 'by hand' };
  if (texting === 'sent' || texting === 'by hand')
    await deps.db.transaction().execute((tx) => sendCode(deps, tx, wanted));
  return { message: ANSWERS[texting](company), texted: texting === 'sent' };
};

/** A member's first or forgotten password. An unknown car is 422 `refused`, like a wrong code. */
export const setMemberPassword = async (
  deps: MemberDeps,
  { carNumber, ...given }: Setting & { carNumber: string },
): Promise<void> => {
  const member = await deps.members.ofCar(deps.db, carNumber);
  const accountId = member?.accountId ?? null;
  await setPassword(deps, { accountId, known: member ? wordsOfMember(member) : [], ...given, expired: EXPIRED });
};
