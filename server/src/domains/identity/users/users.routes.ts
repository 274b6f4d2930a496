import * as contract from '@banbo/contract';
import { isStaffRole, outranks, ROLE_PERMISSIONS, ROLE_RANK, ROLES } from '@banbo/contract';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { IdentityDeps } from '../deps.ts';
import { checkNewUsername } from '../sign-in/check-username.ts';
import { actOnUser, changeUser, changeUserRole, createUser, inviteUser, USER_ACTS } from './change-users.ts';
import { presentUser, usersSource } from './read-users.ts';
import { userById } from './users.repo.ts';

/** Staff users: list, create, view, change, block, unblock, invite again, delete. And the roles, which are the contract's. */
export const userRoutes = (app: ApiScope, deps: IdentityDeps, lists: Lists): void => {
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.userList, usersSource(deps.now), () => undefined);
  show(contract.getUser, 'user', async (db, { id, now }) => {
    const user = await userById(db, id);
    return user && presentUser(user, now);
  });
  read(contract.checkNewUsername, ({ body }) => checkNewUsername(deps, body.username));
  change(contract.createUser, (tx, asked) => createUser(tx, asked, deps));
  change(contract.inviteUser, (tx, asked) => inviteUser(tx, asked, deps));
  change(contract.changeUser, (tx, asked) => changeUser(tx, asked, deps));
  change(contract.changeUserRole, (tx, asked) => changeUserRole(tx, asked, deps));
  for (const { endpoint, ...act } of Object.values(USER_ACTS))
    change(endpoint, (tx, asked) => actOnUser(tx, asked, deps, act));
  read(contract.getRoles, ({ by }) =>
    ROLES.map((role) => ({
      user_role: role,
      rank: ROLE_RANK[role],
      permissions: [...(ROLE_PERMISSIONS[role] ?? [])],
      assignable: isStaffRole(role) && outranks(by.role, role),
    })),
  );
};
