export { authenticator } from './authenticate.ts';
export { createMemberAccount } from './create-member-account.ts';
export type { IdentityDeps } from './deps.ts';
export { ensureFirstAdmin } from './ensure-first-admin.ts';
export { identityRoutes } from './identity.routes.ts';
export { createPasswords, type HashingCosts, type Passwords } from './password-hashing.ts';
export { tokenKeys } from './token-keys.ts';
