export {
  accountsWithoutPassword,
  accountsWithPassword,
  lockAccounts,
  loginsOf,
  withoutPassword,
} from './accounts/accounts.repo.ts';
export { clearOldAccess } from './accounts/clear-old-access.ts';
export { closeMemberAccount, reopenMemberAccount } from './accounts/close-member-account.ts';
export { createMemberAccount } from './accounts/create-member-account.ts';
export { createMemberAccounts } from './accounts/create-member-accounts.ts';
export { eraseMemberAccount } from './accounts/erase-member-account.ts';
export { findAuthor } from './accounts/find-author.ts';
export { identityRoutes } from './identity.routes.ts';
export type { MemberDirectory } from './members/member-directory.ts';
export { passwordCodeOf, passwordPage, welcomeOf } from './members/password-texts.ts';
export { issueSetupCode, withdrawSetupCodes } from './passwords/issue-setup-code.ts';
export { createPasswords, type Passwords } from './passwords/password-hashing.ts';
export { SETUP_CODE_HOURS } from './passwords/setup-codes.ts';
export { callerFinder, tokenReader } from './sessions/authenticate.ts';
export { sessionsOf } from './sessions/sessions-of-member.ts';
export { tokenKeys } from './sessions/token-keys.ts';
export { addTenant, addUser, givePassword } from './users/add-user.ts';
export type { NewUser } from './users/change-users.repo.ts';
export { ensureFirstAdmin, type FirstAdmin } from './users/ensure-first-admin.ts';
export { staffDirectory } from './users/staff-directory.ts';
export { unlockUser } from './users/unlock-user.ts';
