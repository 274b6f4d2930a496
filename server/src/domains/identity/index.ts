export { createMemberAccount } from './create-member-account.ts';
