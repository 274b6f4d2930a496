import { z } from 'zod';
import { Email, Id, Instant, Phone } from '../common/fields.ts';
import { STAFF_ROLES } from '../common/roles.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

/** A text without invisible characters, which may be empty. */
const plainText = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainText, unseenIn(`The ${label}`));

const required = (label: string, max: number) => plainText(label, max).min(1, `Please enter the ${label}.`);

/** 3 to 40 letters, digits, dots, dashes and underscores; kept in lower case. */
export const Username = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,38}[A-Za-z0-9]$/,
    'A username has 3 to 40 letters or digits, and may have dots, dashes and underscores inside.',
  );

/**
 * The fields of a user that the user or a higher rank may change. Never the role, the status or the
 * username.
 */
const profileFields = {
  first_name: required('first name', 60),
  middle_name: plainText('middle name', 60),
  last_name: required('last name', 60),
  email: Email,
  mobile_number: z.union([z.literal(''), Phone]),
};

export const UserChange = z.strictObject(profileFields).partial();
export type UserChange = z.infer<typeof UserChange>;

/** One's own names and contacts. Another e-mail takes the password, since invitations go there. */
export const OwnProfileChange = UserChange.extend({ password: z.string().max(200).optional() });
export type OwnProfileChange = z.infer<typeof OwnProfileChange>;

export const NewUser = z.strictObject({
  ...profileFields,
  username: Username,
  middle_name: profileFields.middle_name.optional(),
  mobile_number: profileFields.mobile_number.optional(),
  user_role: z.enum(STAFF_ROLES, 'Please choose the role.'),
});
export type NewUser = z.infer<typeof NewUser>;

/**
 * `invited` has no password yet; `locked` entered too many wrong ones; `blocked` was blocked by a
 * higher rank.
 */
export const USER_STATUSES = ['active', 'invited', 'locked', 'blocked'] as const;

export const USER_STATUS_LABELS = {
  active: 'Active',
  invited: 'Invited',
  locked: 'Locked',
  blocked: 'Blocked',
} as const satisfies Record<(typeof USER_STATUSES)[number], string>;

/** Changes of an account's state that its shown state allows; a lower rank than the caller's is needed besides. */
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
  /** The moment from which a locked user may try again. */
  locked_until: Instant.nullable(),
  /** Signing in takes a code besides the password. */
  second_factor: z.boolean(),
  created_at: Instant,
  last_login_at: Instant.nullable(),
});
export type User = z.infer<typeof User>;

export const InvitedUser = z.object({
  status: z.literal(true),
  message: z.string(),
  user: User,
  /** No later answer shows it again; good for 24 hours and one use. */
  setup_code: z.string(),
  /** Below the web's own origin; holds the code in its fragment. */
  invitation_link: z.string(),
  /** True when the invitation also went to the user's e-mail. */
  mailed: z.boolean(),
});

export const ChangedUser = z.object({ status: z.literal(true), message: z.string(), user: User });
