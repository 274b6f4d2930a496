import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { PERMISSIONS } from '../common/permissions.ts';
import { ROLES } from '../common/roles.ts';
import { isValidPassword } from './password-rules.ts';

/**
 * A password to be set. Signing in accepts any text, since an older password may break a rule that
 * came later.
 */
export const NewPassword = z.string().max(200).refine(isValidPassword, 'Invalid Entry');

/** A signed-in person, as the web keeps it. */
export const Session = z.object({
  status: z.literal(true),
  message: z.string(),
  user_role: z.enum(ROLES),
  /** Those of the role now; the server asks again at each call. */
  permissions: z.array(z.enum(PERMISSIONS)),
  username: z.string(),
  fullname: z.string(),
  /** The account's id. */
  user: Id,
  email: z.string(),
  /** A member's driver code. */
  pfNumber: z.string().optional(),
  /**
   * True for staff whose role needs a second factor and who have none: other calls are refused
   * until it is set up.
   */
  needs_second_factor: z.boolean().optional(),
  /** Signed, ten minutes; its payload holds `UserInfo { role }`. */
  accessToken: z.string(),
});
export type Session = z.infer<typeof Session>;

/** The answer of a successful sign-in: a session, and the state of the count of wrong passwords. */
export const SignInAnswer = z.object({
  ...Session.shape,
  /** Always 0: the right password resets the count. */
  login_attempts: z.number().int(),
  account_blocked: z.literal(false),
});
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/**
 * The answer of a username check. The web passes `data` on in the query of the setup page, by
 * position.
 */
export const UsernameCheck = z.object({
  /** `not_found`, `blocked`, false for a first-time user, true for a user with a password. */
  status: z.union([z.literal('not_found'), z.literal('blocked'), z.boolean()]),
  message: z.string(),
  data: z.array(z.string()).optional(),
});
export type UsernameCheck = z.infer<typeof UsernameCheck>;

/** A sign-in to the caller's account, or a refused attempt. */
export const OwnSignIn = z.object({
  id: Id,
  at: Instant,
  accepted: z.boolean(),
  /** How the person proved who they are, or why they were refused. */
  note: z.string(),
  /** Of an IPv6 address its network. */
  address: z.string(),
});
export type OwnSignIn = z.infer<typeof OwnSignIn>;

/** A device on which the caller is signed in. */
export const OwnSession = z.object({
  id: Id,
  /** The name that the browser gives itself. */
  device: z.string(),
  address: z.string(),
  /** 'Trust This Device' was chosen. */
  trusted: z.boolean(),
  /** True for the session that makes this call. */
  current: z.boolean(),
  signed_in_at: Instant,
  last_used_at: Instant,
});
export type OwnSession = z.infer<typeof OwnSession>;
