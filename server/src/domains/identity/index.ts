export { createMemberAccount } from './create-member-account.ts';
export { ensureFirstAdmin } from './ensure-first-admin.ts';
