import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { STAFF_ROLES } from '../common/roles.ts';
import { SignInAnswer } from './schemas.ts';

const tags = ['identity'];
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

export const loginWithCode = endpoint({
  method: 'POST',
  url: '/auth/login/code',
  access: 'public',
  cookie: true,
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 1000, seconds: 3600 },
  ],
  errors: ['wrong_credentials', 'account_blocked', 'session_ended'],
  schema: {
    summary: 'The second step of staff’s sign-in, with a code of the app or a recovery code',
    tags,
    body: z.strictObject({
      /** The answer of the first step; good for five minutes in the browser that made it. */
      challenge: z.string().max(1000),
      code: Code,
      persist: z.boolean().optional(),
    }),
    response: { 200: SignInAnswer, ...errorResponses },
  },
});

const OwnSecondFactor = z.object({
  /** Since when codes are asked for; null while they are not. */
  since: Instant.nullable(),
  recovery_codes_left: z.number().int(),
  /** True where the caller's role must have one. */
  is_required: z.boolean(),
});
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>;

export const getSecondFactor = endpoint({
  method: 'GET',
  url: '/auth/second_factor',
  access: 'signed-in',
  beforeSecondFactor: true,
  errors: ['not_found'],
  schema: { summary: 'One’s own second factor', tags, response: { 200: OwnSecondFactor, ...errorResponses } },
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

export const startSecondFactor = endpoint({
  method: 'POST',
  url: '/auth/second_factor',
  access: 'signed-in',
  beforeSecondFactor: true,
  limits: guessed,
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'A secret for an authenticator app, which counts once the app has given a code',
    description: 'An app that is in use is asked for a code, and stays good until then.',
    tags,
    body: z.strictObject({ password, code: Code.optional() }),
    response: { 200: NewSecondFactor, ...errorResponses },
  },
});

const NewRecoveryCodes = z.object({
  ...Done.shape,
  /** No later answer shows them again; each is good once. */
  recovery_codes: z.array(z.string()),
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  url: '/auth/second_factor/confirmation',
  access: 'signed-in',
  beforeSecondFactor: true,
  limits: guessed,
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'Take an app into use by its first code; other devices are signed out',
    tags,
    body: z.strictObject({ code: Code }),
    response: { 200: NewRecoveryCodes, ...errorResponses },
  },
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/auth/second_factor/recovery_codes',
  access: 'signed-in',
  limits: guessed,
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'New recovery codes in place of the former ones',
    tags,
    body: z.strictObject({ password, code: Code }),
    response: { 200: NewRecoveryCodes, ...errorResponses },
  },
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  url: '/auth/second_factor/removal',
  access: 'signed-in',
  limits: guessed,
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'Sign in without codes from now on, where the role allows it',
    tags,
    body: z.strictObject({ password, code: Code }),
    response: { 200: Done, ...errorResponses },
  },
});

const RoleSecondFactor = z.object({
  user_role: z.enum(STAFF_ROLES),
  is_required: z.boolean(),
  /** True where the caller may ask it of the role, or no longer ask it. */
  is_changeable: z.boolean(),
  /** The users of the role, and those of them who have a second factor. */
  users: z.number().int(),
  with_second_factor: z.number().int(),
});
export type RoleSecondFactor = z.infer<typeof RoleSecondFactor>;

export const listRoleSecondFactors = endpoint({
  method: 'GET',
  url: '/roles/second_factor',
  access: 'users.change',
  schema: {
    summary: 'The staff roles whose people must have a second factor, the highest first',
    tags: ['users'],
    response: { 200: z.array(RoleSecondFactor), ...errorResponses },
  },
});

export const changeRoleSecondFactor = endpoint({
  method: 'PATCH',
  url: '/roles/second_factor',
  access: 'users.change',
  errors: ['refused'],
  schema: {
    summary: 'Ask a second factor of a role of one’s own rank or below, or no longer ask it of one below',
    description: 'People of the role who have none set it up before their next call.',
    tags: ['users'],
    body: z.strictObject({ user_role: z.enum(STAFF_ROLES, 'Please choose the role.'), is_required: z.boolean() }),
    response: { 200: Done, ...errorResponses },
  },
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
