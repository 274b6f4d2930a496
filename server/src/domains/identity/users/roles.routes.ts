import { getRoles, isStaffRole, outranks, ROLE_PERMISSIONS, ROLE_RANK, ROLES } from '@banbo/contract';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';

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
