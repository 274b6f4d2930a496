import { z } from 'zod';
import { Done, endpointsOf, resource } from '../common/endpoint.ts';
import { Email, Id, Instant, optionalLine, Phone } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';
import { hasName, ONE_NAME } from '../common/names.ts';
import { STAFF_ROLES } from '../common/roles.ts';
import { Reason } from '../messages/reason.ts';

const endpoint = endpointsOf('users');

/** 3 to 40 letters, digits, dots, dashes and underscores; kept in lower case. */
export const Username = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,38}[A-Za-z0-9]$/,
    'A username has 3 to 40 letters or digits, and may have dots, dashes and underscores inside.',
  );

/** Fields that the user or a higher rank may change; never the role, status or username. */
const profileFields = {
  /** One of first and last name is enough. */
  first_name: optionalLine('first name', 60),
  middle_name: optionalLine('middle name', 60),
  last_name: optionalLine('last name', 60),
  email: Email,
  mobile_number: z.union([z.literal(''), Phone]),
};

export const UserChange = z.strictObject(profileFields).partial();
export type UserChange = z.infer<typeof UserChange>;

/** One's own names and contacts. Another e-mail takes the password, since invitations go there. */
export const OwnProfileChange = UserChange.extend({ password: z.string().max(200).optional() });
export type OwnProfileChange = z.infer<typeof OwnProfileChange>;

export const NewUser = z
  .strictObject({
    ...profileFields,
    first_name: profileFields.first_name.default(''),
    last_name: profileFields.last_name.default(''),
    username: Username,
    middle_name: profileFields.middle_name.optional(),
    mobile_number: profileFields.mobile_number.optional(),
    user_role: z.enum(STAFF_ROLES, 'Please choose the role.'),
  })
  .refine(({ first_name, last_name }) => hasName(first_name) || hasName(last_name), {
    error: ONE_NAME,
    path: ['first_name'],
    // Also beside other faults, so that an empty form says all that it lacks.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type NewUser = z.infer<typeof NewUser>;

/** `invited` has no password yet, `locked` typed wrong ones, `blocked` was so by a higher rank. */
export const USER_STATUSES = ['active', 'invited', 'locked', 'blocked'] as const;

export const USER_STATUS_LABELS = {
  active: 'Active',
  invited: 'Invited',
  locked: 'Locked',
  blocked: 'Blocked',
} as const satisfies Record<(typeof USER_STATUSES)[number], string>;

/** The shown states that allow each change; a lower rank than the caller's is needed besides. */
export const USER_CHANGES = {
  unblock: { from: ['blocked'] },
  reset: { from: ['locked'] },
  block: { from: ['active', 'invited', 'locked'] },
  invite: { from: USER_STATUSES },
} as const satisfies Record<string, { from: readonly (typeof USER_STATUSES)[number][] }>;

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
  locked_until: Instant.nullable(),
  /** Signing in takes a code besides the password. */
  second_factor: z.boolean(),
  created_at: Instant,
  last_login_at: Instant.nullable(),
});
export type User = z.infer<typeof User>;

export const ChangedUser = z.object({ ...Done.shape, user: User });

/** A setup code with its link. */
export const IssuedCode = z.object({
  /** No later answer shows it again; good for 24 hours and one use. */
  setup_code: z.string(),
  /** Below the web's own origin; holds the code in its fragment. */
  invitation_link: z.string(),
  /** True when the invitation also went to the user's e-mail. */
  mailed: z.boolean(),
});
export type IssuedCode = z.infer<typeof IssuedCode>;

export const InvitedUser = ChangedUser.extend(IssuedCode.shape);

/** `is_confirmed`: a third person knows the user, who counts as the account's maker till then. */
export const ShownUser = User.extend({ is_confirmed: z.boolean() });
export type ShownUser = z.infer<typeof ShownUser>;

/** A new user with the invitation; without both while it waits for another person. */
export const CreatedUser = Done.extend({ user: User.optional(), ...IssuedCode.partial().shape });

export const userList = defineList({
  name: 'users',
  url: '/users',
  access: 'users.read',
  summary: 'Staff users by last name',
  tags: ['users'],
  row: User,
  filters: {
    search: { ...textFilter('Name, username or e-mail', 100), isPersonal: true },
    user_role: choiceFilter('Role', 'All roles', STAFF_ROLES),
  },
  sorts: ['name', '-name', 'username', '-username', '-last_login', 'last_login'],
  columns: [
    columnOf('fullname', 'Full Name', 'name', { sort: 'name' }),
    columnOf('username', 'Username', 'text', { sort: 'username' }),
    columnOf('user_role', 'Role'),
    columnOf('email', 'E-mail'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => USER_STATUS_LABELS[status] },
    columnOf('last_login_at', 'Last Login', 'instant', { sort: 'last_login' }),
  ],
  reach: 10_000,
});

const tags = ['users'];
const access = 'users.change';

export const {
  add: createUser,
  show: getUser,
  change: changeUser,
  remove: deleteUser,
} = resource(
  '/users',
  'users',
  { read: 'users.read', change: access },
  {
    add: {
      summary:
        'Create a staff user of a lower rank than one’s own, with an invitation; one over money waits for another person',
      example: {
        ...{ first_name: 'Kofi', last_name: 'Owusu', email: 'kofi@example.com' },
        ...{ username: 'kofi.owusu', user_role: 'Operations' },
      },
      body: NewUser,
      created: CreatedUser,
    },
    show: { summary: 'One staff user', answer: ShownUser },
    change: { summary: 'Change a lower-ranked user’s names and contacts', body: UserChange, answer: ChangedUser },
    remove: { summary: 'Delete a lower-ranked user' },
  },
);

export const checkNewUsername = endpoint('POST /users/check_username', access, {
  summary: 'Is this username free?',
  body: z.strictObject({ username: z.string().max(200) }),
  answer: z.object({ status: z.boolean(), message: z.string() }),
});

export const changeUserRole = endpoint('PATCH /users/:id/role', access, {
  summary: 'Give a lower-ranked user another role below one’s own; one over money waits for another person',
  errors: ['not_found', 'not_permitted', 'conflict'],
  body: z.strictObject({ user_role: z.enum(STAFF_ROLES, 'Please choose the role.') }),
  answer: ChangedUser,
});

export const inviteUser = endpoint('POST /users/:id/invitation', access, {
  summary: 'A new setup code for a lower-ranked user, in place of the one before; one with a password is signed out',
  idempotent: true,
  created: InvitedUser,
});

export const UserCodeRequest = z.strictObject({ reason: Reason });

export const askUserCode = endpoint('POST /users/:id/code_request', access, {
  summary: 'Ask for a setup code for another SuperAdmin, which a second one approves',
  description: 'Applied at once, with the code in the answer, where nobody else may approve it.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'not_permitted'],
  example: { reason: 'Lost the phone.' },
  body: UserCodeRequest,
  created: Done.extend({ invitation: IssuedCode.optional() }),
});

const onUser = <M extends 'POST' | 'PATCH', const Url extends string>(call: `${M} ${Url}`, summary: string) =>
  endpoint(call, access, { summary, tags, answer: ChangedUser });

export const blockUser = onUser('POST /users/:id/block', 'Block a lower-ranked user at once, until unblocked');
export const unblockUser = onUser('POST /users/:id/unblock', 'Let a blocked or locked lower-ranked user in again');
export const confirmUser = onUser(
  'POST /users/:id/confirm',
  'Confirm that a user is a person of their own, and not the one who made the account',
);
export const resetAdminAccount = onUser(
  'PATCH /auth/reset_admin_account/:id',
  'Forget a lower-ranked user’s wrong passwords',
);
export const resetSecondFactor = onUser(
  'POST /users/:id/reset_second_factor',
  'Take a lower-ranked user’s second factor away, and sign them out everywhere',
);

export const userEndpoints = {
  listUsers: userList.page,
  exportUsers: userList.file,
  createUser,
  checkNewUsername,
  getUser,
  changeUser,
  deleteUser,
  changeUserRole,
  blockUser,
  unblockUser,
  confirmUser,
  inviteUser,
  askUserCode,
  resetAdminAccount,
  resetSecondFactor,
} as const;
