export {
  accountsOfLogin,
  accountsWithoutPassword,
  accountsWithPassword,
  addTenant,
  lockAccounts,
  loginOf,
  loginsOf,
  renameTenant,
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
export { withdrawSetupCodeOf, withdrawSetupCodes } from './passwords/setup-codes.repo.ts';
export { issueSetupCode, SETUP_CODE_HOURS } from './passwords/setup-codes.ts';
export { roleChange } from './roles/change-role.ts';
export { callerFinder, tokenKeys, tokenReader } from './sessions/access-token.ts';
export { sessionsOf } from './sessions/open-session.ts';
export { isDeviceOf } from './sign-in/known-origin.ts';
export { usersToConfirm } from './users/confirm-user.ts';
export {
  confirmByOperator,
  ensureFirstAdmin,
  type FirstAdmin,
  givePassword,
  unlockUser,
} from './users/operator-users.ts';
export { staffDirectory } from './users/read-users.ts';
export { userApprovals } from './users/user-approvals.ts';
export { addUser, type NewStaffUser } from './users/users.repo.ts';
