import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Instant } from '../common/fields.ts';
import { STAFF_ROLES } from '../common/roles.ts';
import { SignInAnswer } from './schemas.ts';

const endpoint = endpointsOf('identity');

const guessed = [{ by: 'caller', max: 10, seconds: 60 }] as const;

/** A code of the app, `123 456`, or a recovery code, `K7QX9-M2P4T`. */
const Code = z.string().trim().min(1, 'Please enter the code.').max(40);
const password = z.string().max(200);

/** The answer to a right password where a code is needed as well. It is no session. */
export const CodeNeeded = z.object({
  status: z.literal('code_needed'),
  message: z.string(),
  /** To be sent with the code. */
  challenge: z.string(),
});
export type CodeNeeded = z.infer<typeof CodeNeeded>;

export const loginWithCode = endpoint('POST /auth/login/code', 'public', {
  summary: 'The second step of staff’s sign-in, with a code of the app or a recovery code',
  cookie: true,
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 1000, seconds: 3600 },
  ],
  errors: ['wrong_credentials', 'account_blocked', 'session_ended'],
  body: z.strictObject({
    /** The answer of the first step; good for five minutes in the browser that made it. */
    challenge: z.string().max(1000),
    code: Code,
    persist: z.boolean().optional(),
  }),
  answer: SignInAnswer,
});

const OwnSecondFactor = z.object({
  /** Since when codes are asked for; null while they are not. */
  since: Instant.nullable(),
  recovery_codes_left: z.number().int(),
  /** True where the caller's role must have one. */
  is_required: z.boolean(),
});
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>;

export const getSecondFactor = endpoint('GET /auth/second_factor', 'signed-in', {
  summary: 'One’s own second factor',
  beforeSecondFactor: true,
  errors: ['not_found'],
  answer: OwnSecondFactor,
});

const NewSecondFactor = z.object({
  ...Done.shape,
  /** In groups of four, to be typed where the picture cannot be read. */
  secret: z.string(),
  /** The same as a link that opens an authenticator app. */
  link: z.string(),
  /** The link as a QR code: its rows, a character a module, 1 for the dark ones. */
  qr: z.array(z.string()),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

export const startSecondFactor = endpoint('POST /auth/second_factor', 'signed-in', {
  summary: 'A secret for an authenticator app, which counts once the app has given a code',
  description: 'An app that is in use is asked for a code, and stays good until then.',
  beforeSecondFactor: true,
  limits: guessed,
  errors: ['not_found', 'refused'],
  body: z.strictObject({ password, code: Code.optional() }),
  answer: NewSecondFactor,
});

const NewRecoveryCodes = z.object({
  ...Done.shape,
  /** No later answer shows them again; each is good once. */
  recovery_codes: z.array(z.string()),
});

export const confirmSecondFactor = endpoint('POST /auth/second_factor/confirmation', 'signed-in', {
  summary: 'Take an app into use by its first code; other devices are signed out',
  beforeSecondFactor: true,
  limits: guessed,
  errors: ['not_found', 'refused'],
  body: z.strictObject({ code: Code }),
  answer: NewRecoveryCodes,
});

export const renewRecoveryCodes = endpoint('POST /auth/second_factor/recovery_codes', 'signed-in', {
  summary: 'New recovery codes in place of the former ones',
  limits: guessed,
  errors: ['not_found', 'refused'],
  body: z.strictObject({ password, code: Code }),
  answer: NewRecoveryCodes,
});

export const removeSecondFactor = endpoint('POST /auth/second_factor/removal', 'signed-in', {
  summary: 'Sign in without codes from now on, where the role allows it',
  limits: guessed,
  errors: ['not_found', 'refused'],
  body: z.strictObject({ password, code: Code }),
});

const RoleSecondFactor = z.object({
  user_role: z.enum(STAFF_ROLES),
  is_required: z.boolean(),
  /** True if the caller may change this for the role. */
  is_changeable: z.boolean(),
  /** The users of the role, and those of them who have a second factor. */
  users: z.number().int(),
  with_second_factor: z.number().int(),
});
export type RoleSecondFactor = z.infer<typeof RoleSecondFactor>;

export const listRoleSecondFactors = endpoint('GET /roles/second_factor', 'users.change', {
  summary: 'The staff roles whose people must have a second factor, the highest first',
  tags: ['users'],
  answer: z.array(RoleSecondFactor),
});

export const changeRoleSecondFactor = endpoint('PATCH /roles/second_factor', 'users.change', {
  summary: 'Ask a second factor of a role of one’s own rank or below, or no longer ask it of one below',
  description: 'People of the role who have none set it up before their next call.',
  tags: ['users'],
  errors: ['refused'],
  body: z.strictObject({ user_role: z.enum(STAFF_ROLES, 'Please choose the role.'), is_required: z.boolean() }),
});

export const secondFactorEndpoints = {
  loginWithCode,
  getSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  listRoleSecondFactors,
  changeRoleSecondFactor,
} as const;
