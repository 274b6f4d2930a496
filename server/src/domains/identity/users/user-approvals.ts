import type { UserDeps } from '../deps.ts';
import { roleGiving } from './change-users.ts';
import { userCreation } from './create-user.ts';
import { codeForEqual } from './invite-user.ts';

/** The changes of users that wait for another person. */
export const userApprovals = (deps: UserDeps) => ({
  userCreation: userCreation(deps),
  roleGiving: roleGiving(deps),
  codeForEqual: codeForEqual(deps),
});
export type UserApprovals = ReturnType<typeof userApprovals>;
