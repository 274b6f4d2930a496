import * as contract from '@banbo/contract';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { auditorsSource, endAuditor, inviteAuditor, openAuditor } from '../auditors/auditors.ts';
import type { IdentityDeps } from '../deps.ts';
import { changeRolePermissions } from '../roles/change-role.ts';
import { listRoles } from '../roles/role-permissions.ts';
import { checkNewUsername } from '../sign-in/check-username.ts';
import * as users from './change-users.ts';
import { askUserCode } from './invite-user.ts';
import { presentUser, staffDirectory, usersSource } from './read-users.ts';
import { userById } from './users.repo.ts';

export const userRoutes = (app: ApiScope, deps: IdentityDeps, lists: Lists): void => {
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.userList, usersSource(deps.now), () => undefined);
  show(contract.getUser, 'user', async (db, { id, now }) => {
    const user = await userById(db, id);
    return user && presentUser(user, now);
  });
  read(contract.checkNewUsername, ({ body }) => checkNewUsername(deps, body.username));
  change(contract.createUser, (tx, asked) => users.createUser(tx, asked, deps));
  change(contract.changeUser, (tx, asked) => users.changeUser(tx, asked, deps));
  change(contract.changeUserRole, (tx, asked) => users.changeUserRole(tx, asked, deps));
  change(contract.inviteUser, (tx, asked) => users.inviteUser(tx, asked, deps));
  change(contract.askUserCode, (tx, asked) => askUserCode(tx, asked, { ...deps, staff: staffDirectory }));
  change(contract.blockUser, (tx, asked) => users.blockUser(tx, asked, deps));
  change(contract.unblockUser, (tx, asked) => users.unblockUser(tx, asked, deps));
  change(contract.resetAdminAccount, (tx, asked) => users.resetUser(tx, asked, deps));
  change(contract.resetSecondFactor, (tx, asked) => users.resetSecondFactor(tx, asked, deps));
  change(contract.deleteUser, (tx, asked) => users.deleteUser(tx, asked, deps));
  lists.serve(app, contract.auditorList, auditorsSource(deps.now), () => undefined);
  change(contract.openAuditor, (tx, asked) => openAuditor(tx, asked, deps));
  change(contract.inviteAuditor, (tx, asked) => inviteAuditor(tx, asked, deps));
  change(contract.endAuditor, endAuditor);
  read(contract.getRoles, ({ by }) => listRoles(deps.db, by));
  change(contract.changeRolePermissions, changeRolePermissions);
};
