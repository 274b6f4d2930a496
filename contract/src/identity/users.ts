import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id, idParams } from '../common/ids.ts';
import { Instant } from '../common/instant.ts';
import { pageQuery } from '../common/paging.ts';
import { PERMISSIONS } from '../common/permissions.ts';
import { Phone } from '../common/phone.ts';
import { ROLES, STAFF_ROLES } from '../common/roles.ts';
import { isPlainText } from '../common/text.ts';

const tags = ['users'];

const name = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainText, `The ${label} has characters that cannot be stored.`);

const required = (label: string, max: number) => name(label, max).min(1, `Please enter the ${label}.`);

/** 3 to 40 letters, digits, dots, dashes and underscores; kept in lower case. */
export const Username = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,38}[A-Za-z0-9]$/,
    'A username has 3 to 40 letters or digits, and may have dots, dashes and underscores inside.',
  );

const Email = z.email('Give an e-mail address, like name@example.com.').max(254);

/** What may be changed about a user, by the user or by a higher rank. Never the role, the status or the username. */
const profileFields = {
  first_name: required('first name', 60),
  middle_name: name('middle name', 60),
  last_name: required('last name', 60),
  email: Email,
  mobile_number: z.union([z.literal(''), Phone]),
};

export const UserChange = z.strictObject(profileFields).partial();
export type UserChange = z.infer<typeof UserChange>;

export const NewUser = z.strictObject({
  ...profileFields,
  username: Username,
  middle_name: profileFields.middle_name.optional(),
  mobile_number: profileFields.mobile_number.optional(),
  user_role: z.enum(STAFF_ROLES, 'Please choose the role.'),
});
export type NewUser = z.infer<typeof NewUser>;

/** `invited` has no password yet; `locked` typed too many wrong ones; `blocked` is a higher rank's decision. */
export const USER_STATUSES = ['active', 'invited', 'locked', 'blocked'] as const;

export const User = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  fullname: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  user_role: z.enum(STAFF_ROLES),
  status: z.enum(USER_STATUSES),
  /** When a locked user may try again. */
  locked_until: Instant.nullable(),
  created_at: Instant,
  last_login_at: Instant.nullable(),
});
export type User = z.infer<typeof User>;

const Invited = z.object({
  status: z.literal(true),
  message: z.string(),
  user: User,
  /** Shown this once; good for 24 hours and one use. */
  setup_code: z.string(),
  /** Below the web's own origin; holds the code in its fragment. */
  invitation_link: z.string(),
  /** The invitation went to the user's e-mail as well. */
  mailed: z.boolean(),
});

const Changed = z.object({ status: z.literal(true), message: z.string(), user: User });
const Done = z.object({ status: z.literal(true), message: z.string() });

export const listUsers = endpoint({
  method: 'GET',
  url: '/users',
  access: 'users.read',
  schema: {
    summary: 'Staff users by last name',
    tags,
    querystring: z.object({
      ...pageQuery,
      /** Part of a username, name or e-mail. */
      search: name('search', 100).optional(),
      user_role: z.enum(STAFF_ROLES).optional(),
    }),
    response: { 200: z.array(User), ...errorResponses },
  },
});

export const createUser = endpoint({
  method: 'POST',
  url: '/users',
  access: 'users.change',
  schema: {
    summary: 'Create a staff user of a lower rank than one’s own, with an invitation',
    tags,
    body: NewUser,
    response: { 201: Invited, ...errorResponses },
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
    response: { 200: Changed, ...errorResponses },
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
    response: { 200: Changed, ...errorResponses },
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
    response: { 200: Changed, ...errorResponses },
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
    response: { 200: Changed, ...errorResponses },
  },
});

export const inviteUser = endpoint({
  method: 'POST',
  url: '/users/:id/invitation',
  access: 'users.change',
  schema: {
    summary: 'A new setup code for a lower-ranked user, in place of the one before',
    tags,
    params: idParams,
    response: { 201: Invited, ...errorResponses },
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
    response: { 200: Changed, ...errorResponses },
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
          /** The caller may give this role to a user. */
          assignable: z.boolean(),
        }),
      ),
      ...errorResponses,
    },
  },
});

export const getOwnProfile = endpoint({
  method: 'GET',
  url: '/auth/profile',
  access: 'signed-in',
  schema: { summary: 'One’s own record as a staff user', tags, response: { 200: User, ...errorResponses } },
});

export const changeOwnProfile = endpoint({
  method: 'PATCH',
  url: '/auth/profile',
  access: 'signed-in',
  schema: {
    summary: 'Change one’s own names and contacts as a staff user',
    tags,
    body: UserChange,
    response: { 200: Changed, ...errorResponses },
  },
});

export const userEndpoints = [
  listUsers,
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
  getRoles,
  getOwnProfile,
  changeOwnProfile,
] as const;
