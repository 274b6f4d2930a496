import { tenantById } from '../accounts/tenants.repo.ts';
import type { User } from '../users/users.repo.ts';
import { userById } from '../users/users.repo.ts';
import type { MemberRecord } from './member-directory.ts';
import type { MemberDeps } from './member-sign-in.ts';

/** The names and numbers of a staff user, of which no password may be made. */
export const wordsOfUser = ({ login, first_name, middle_name, last_name, email, mobile_number }: User): string[] => [
  login,
  first_name,
  middle_name,
  last_name,
  email,
  mobile_number,
];

export const wordsOfMember = ({ driverCode, fullname, carNumber, email, mobileNumber }: MemberRecord): string[] => [
  driverCode,
  fullname,
  carNumber,
  email,
  mobileNumber,
];

/** The same of anybody who is signed in. */
export const knownWords = async ({ db, members }: MemberDeps, accountId: string): Promise<string[]> => {
  const user = await userById(db, accountId);
  if (user) return wordsOfUser(user);
  const member = await members.ofAccount(db, accountId);
  if (member) return wordsOfMember(member);
  const tenant = await tenantById(db, accountId);
  return tenant ? [tenant.username, tenant.tenant_code, tenant.fullname, tenant.email] : [];
};
