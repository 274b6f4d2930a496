import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { idParams } from '../common/ids.ts';
import { PERMISSIONS } from '../common/permissions.ts';
import { ROLES, STAFF_ROLES } from '../common/roles.ts';
import { exportUsers, listUsers } from './user-list.ts';
import { ChangedUser, InvitedUser, NewUser, User, UserChange } from './user-schemas.ts';

const tags = ['users'];

export const createUser = endpoint({
  method: 'POST',
  url: '/users',
  access: 'users.change',
  idempotent: true,
  schema: {
    summary: 'Create a staff user of a lower rank than one’s own, with an invitation',
    tags,
    body: NewUser,
    response: { 201: InvitedUser, ...errorResponses },
  },
});

export const checkNewUsername = endpoint({
  method: 'POST',
  url: '/users/check_username',
  access: 'users.change',
  schema: {
    summary: 'Is this username free?',
    tags,
    body: z.strictObject({ username: z.string().max(200) }),
    response: { 200: z.object({ status: z.boolean(), message: z.string() }), ...errorResponses },
  },
});

export const getUser = endpoint({
  method: 'GET',
  url: '/users/:id',
  access: 'users.read',
  schema: { summary: 'One staff user', tags, params: idParams, response: { 200: User, ...errorResponses } },
});

export const changeUser = endpoint({
  method: 'PATCH',
  url: '/users/:id',
  access: 'users.change',
  schema: {
    summary: 'Change a lower-ranked user’s names and contacts',
    tags,
    params: idParams,
    body: UserChange,
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const deleteUser = endpoint({
  method: 'DELETE',
  url: '/users/:id',
  access: 'users.change',
  schema: { summary: 'Delete a lower-ranked user', tags, params: idParams, response: { 200: Done, ...errorResponses } },
});

export const changeUserRole = endpoint({
  method: 'PATCH',
  url: '/users/:id/role',
  access: 'users.change',
  schema: {
    summary: 'Give a lower-ranked user another role below one’s own',
    tags,
    params: idParams,
    body: z.strictObject({ user_role: z.enum(STAFF_ROLES, 'Please choose the role.') }),
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const blockUser = endpoint({
  method: 'POST',
  url: '/users/:id/block',
  access: 'users.change',
  schema: {
    summary: 'Block a lower-ranked user at once, until unblocked',
    tags,
    params: idParams,
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const unblockUser = endpoint({
  method: 'POST',
  url: '/users/:id/unblock',
  access: 'users.change',
  schema: {
    summary: 'Let a blocked or locked lower-ranked user in again',
    tags,
    params: idParams,
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const inviteUser = endpoint({
  method: 'POST',
  url: '/users/:id/invitation',
  access: 'users.change',
  idempotent: true,
  schema: {
    summary: 'A new setup code for a lower-ranked user, in place of the one before',
    tags,
    params: idParams,
    response: { 201: InvitedUser, ...errorResponses },
  },
});

export const resetAdminAccount = endpoint({
  method: 'PATCH',
  url: '/auth/reset_admin_account/:id',
  access: 'users.change',
  schema: {
    summary: 'Forget a lower-ranked user’s wrong passwords',
    tags,
    params: idParams,
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const resetSecondFactor = endpoint({
  method: 'POST',
  url: '/users/:id/reset_second_factor',
  access: 'users.change',
  schema: {
    summary: 'Take a lower-ranked user’s second factor away, and sign them out everywhere',
    tags,
    params: idParams,
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const getRoles = endpoint({
  method: 'GET',
  url: '/roles/get_roles',
  access: 'roles.read',
  schema: {
    summary: 'Roles with their ranks and permissions, the highest first',
    tags,
    response: {
      200: z.array(
        z.object({
          user_role: z.enum(ROLES),
          rank: z.number().int(),
          permissions: z.array(z.enum(PERMISSIONS)),
          /** True when the caller may give this role to a user. */
          assignable: z.boolean(),
        }),
      ),
      ...errorResponses,
    },
  },
});

export const userEndpoints = {
  listUsers,
  exportUsers,
  createUser,
  checkNewUsername,
  getUser,
  changeUser,
  deleteUser,
  changeUserRole,
  blockUser,
  unblockUser,
  inviteUser,
  resetAdminAccount,
  resetSecondFactor,
  getRoles,
} as const;
