import * as contract from '@banbo/contract';
import { getRoles, isStaffRole, outranks, ROLE_PERMISSIONS, ROLE_RANK, ROLES } from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { IdentityDeps } from '../deps.ts';
import { checkNewUsername } from '../sign-in/check-username.ts';
import {
  blockUser,
  changeUser,
  changeUserRole,
  createUser,
  deleteUser,
  type Invitation,
  inviteUser,
  resetSecondFactor,
  resetUser,
  unblockUser,
} from './change-users.ts';
import { showUser, usersSource } from './read-users.ts';
import { presentUser } from './users.present.ts';

/** Staff users: list, create, view, change, block, unblock, invite again, delete. */
export const userRoutes = (app: ApiScope, deps: IdentityDeps, lists: Lists): void => {
  const changed = (message: string, { user }: Pick<Invitation, 'user'>) => ({
    status: true as const,
    message,
    user: presentUser(user, deps.now()),
  });
  const invited = (message: string, { user, setupCode, link, mailed }: Invitation) => ({
    ...changed(message, { user }),
    setup_code: setupCode,
    invitation_link: link,
    mailed,
  });

  lists.serve(app, contract.userList, usersSource(deps), () => undefined);
  app.route({
    ...contract.createUser,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const invitation = await createUser(tx, deps, callerOf(request), request.body);
        return invited('The user was created. Pass on the invitation.', invitation);
      }),
  });
  app.route({
    ...contract.checkNewUsername,
    handler: async ({ body }) => checkNewUsername(deps, body.username),
  });
  app.route({ ...contract.getUser, handler: ({ params }) => showUser(deps, params.id) });
  app.route({
    ...contract.changeUser,
    handler: async (request) =>
      changed('The changes are saved.', await changeUser(deps, callerOf(request), request.params.id, request.body)),
  });
  app.route({
    ...contract.changeUserRole,
    handler: async (request) => {
      const done = await changeUserRole(deps, callerOf(request), request.params.id, request.body.user_role);
      return changed(
        done.user.has_password ? 'The role is changed.' : 'The role is changed. Please make a new invitation.',
        done,
      );
    },
  });
  app.route({
    ...contract.blockUser,
    handler: async (request) =>
      changed('The user is blocked.', await blockUser(deps, callerOf(request), request.params.id)),
  });
  app.route({
    ...contract.unblockUser,
    handler: async (request) =>
      changed('The user is unblocked.', await unblockUser(deps, callerOf(request), request.params.id)),
  });
  app.route({
    ...contract.resetAdminAccount,
    handler: async (request) =>
      changed('The wrong passwords are forgotten.', await resetUser(deps, callerOf(request), request.params.id)),
  });
  app.route({
    ...contract.resetSecondFactor,
    handler: async (request) =>
      changed('The second factor is taken away.', await resetSecondFactor(deps, callerOf(request), request.params.id)),
  });
  app.route({
    ...contract.inviteUser,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const invitation = await inviteUser(tx, deps, callerOf(request), request.params.id);
        return invited('A new invitation was made. Pass it on.', invitation);
      }),
  });
  app.route({
    ...contract.deleteUser,
    handler: async (request) => {
      await deleteUser(deps, callerOf(request), request.params.id);
      return { status: true as const, message: 'The user is deleted.' };
    },
  });
};

/** Lists the roles, which are the contract's. */
export const roleRoutes = (app: ApiScope): void => {
  app.route({
    ...getRoles,
    handler: async (request) => {
      const { role: own } = callerOf(request);
      return ROLES.map((role) => ({
        user_role: role,
        rank: ROLE_RANK[role],
        permissions: [...(ROLE_PERMISSIONS[role] ?? [])],
        assignable: isStaffRole(role) && outranks(own, role),
      }));
    },
  });
};
