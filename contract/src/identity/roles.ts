import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id } from '../common/fields.ts';
import { FIXED_PERMISSION, PERMISSIONS } from '../common/permissions.ts';
import { ROLES, STAFF_ROLES } from '../common/roles.ts';
import { isPlainText } from '../common/text.ts';

const endpoint = endpointsOf('users');

const Permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length);

export const RoleRecord = z.object({
  user_role: z.enum(ROLES),
  rank: z.number().int(),
  permissions: Permissions,
  /** Those that the role has unless somebody grants or withdraws. */
  default_permissions: Permissions,
  /** Those that the caller may grant to the role or withdraw from it. */
  changeable: Permissions,
  /** Changes that wait for a second person. */
  waiting: z.object({ approval_id: Id, granted: Permissions, withdrawn: Permissions }).nullable(),
  /** True when the caller may give this role to a user. */
  assignable: z.boolean(),
});
export type RoleRecord = z.infer<typeof RoleRecord>;

export const getRoles = endpoint('GET /roles/get_roles', 'roles.read', {
  summary: 'Roles with their ranks and permissions, the highest first',
  answer: z.array(RoleRecord),
});

const MISSING_REASON = 'Please say why, in a few words.';
const NOTHING_CHOSEN = 'Please choose what to grant or to withdraw.';
const BOTH_WAYS = 'A permission is either granted or withdrawn.';

export const RoleChangeReason = z.strictObject({
  reason: z.string(MISSING_REASON).trim().min(3, MISSING_REASON).max(300).refine(isPlainText, MISSING_REASON),
});

export const RoleChange = z
  .strictObject({ granted: Permissions, withdrawn: Permissions, ...RoleChangeReason.shape })
  .refine(({ granted, withdrawn }) => granted.length + withdrawn.length > 0, NOTHING_CHOSEN)
  .refine(({ granted, withdrawn }) => granted.every((permission) => !withdrawn.includes(permission)), BOTH_WAYS);
export type RoleChange = z.infer<typeof RoleChange>;

export const changeRolePermissions = endpoint('PATCH /roles/:role/permissions', 'roles.change', {
  summary: 'Grant permissions to a role below one’s own and withdraw others, from its people’s next call on',
  description:
    'Permissions over money, users and roles wait for the approval of another person who changes users, or hold at once ' +
    'where there is none; the others hold at once. Nobody grants or ' +
    `withdraws what they lack themselves, and \`${FIXED_PERMISSION}\` stays with every role of staff.`,
  params: z.object({ role: z.enum(STAFF_ROLES, 'There is no such role of staff.') }),
  errors: ['refused', 'conflict'],
  body: RoleChange,
});

export const roleEndpoints = { getRoles, changeRolePermissions } as const;
