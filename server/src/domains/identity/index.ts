export {
  accountsWithoutPassword,
  accountsWithPassword,
  lockAccounts,
  loginsOf,
  withoutPassword,
} from './accounts/accounts.repo.ts';
export {
  clearOldAccess,
  closeMemberAccount,
  createMemberAccount,
  createMemberAccounts,
  eraseMemberAccount,
  findAuthor,
  reopenMemberAccount,
} from './accounts/accounts.ts';
export { identityRoutes } from './identity.routes.ts';
export type { MemberDirectory } from './members/member-sign-in.ts';
export { passwordCodeOf, passwordPage, welcomeOf } from './members/member-sign-in.ts';
export { createPasswords, type Passwords } from './passwords/password-hashing.ts';
export { issueSetupCode, SETUP_CODE_HOURS, withdrawSetupCodes } from './passwords/setup-codes.ts';
export { callerFinder, tokenKeys, tokenReader } from './sessions/access-token.ts';
export { sessionsOf } from './sessions/sessions.present.ts';
export { addTenant, addUser, givePassword } from './users/add-user.ts';
export type { NewUser } from './users/change-users.repo.ts';
export { ensureFirstAdmin, type FirstAdmin } from './users/ensure-first-admin.ts';
export { staffDirectory } from './users/staff-directory.ts';
export { unlockUser } from './users/unlock-user.ts';
