import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { CarNumber, shortText, TypedCarNumber } from '../common/fields.ts';
import { NewPassword, Session, SignInAnswer } from './schemas.ts';
import type { CodeNeeded } from './second-factor.ts';

const endpoint = endpointsOf('members');

type Spec<Url extends string, Shape extends z.ZodRawShape> = {
  url: Url;
  tag: string;
  summary: string;
  description?: string;
  /** Fields beside the password that identify the person. */
  credentials: Shape;
};

/**
 * A field without which nothing can be proved; left out or null it is empty, so that the answer is
 * the sentence for a missing one.
 */
const credential = <Field extends z.ZodType<string, string>>(field: Field) =>
  field.nullish().transform((given) => given ?? '');

export const Credential = credential(z.string().max(200));

/**
 * Signing in with a password, the same for staff, members and tenants but for their credentials.
 */
export const signInEndpoint = <
  const Url extends string,
  const Shape extends z.ZodRawShape,
  Answer extends z.ZodType<SignInAnswer | CodeNeeded>,
>(
  spec: Spec<Url, Shape> & { answer: Answer },
) =>
  endpoint(`POST ${spec.url}`, 'public', {
    summary: spec.summary,
    tags: [spec.tag],
    cookie: true,
    limits: [
      { by: 'address', max: 60, seconds: 60 },
      { by: 'address', max: 1000, seconds: 3600 },
    ],
    errors: ['missing_credentials', 'wrong_credentials', 'account_blocked'],
    body: z.strictObject({
      ...spec.credentials,
      password: Credential,
      /** 'Trust This Device' or 'Remember me': the refresh cookie outlives the browser. */
      persist: z.boolean().optional(),
    }),
    answer: spec.answer,
  });

/** Setting a password with a code. `credentials` say whose it is, and have the code. */
export const passwordByCodeEndpoint = <const Url extends string, const Shape extends z.ZodRawShape>({
  description,
  ...spec
}: Spec<Url, Shape>) =>
  endpoint(`POST ${spec.url}`, 'public', {
    summary: spec.summary,
    ...(description !== undefined && { description }),
    tags: [spec.tag],
    limits: [
      { by: 'address', max: 60, seconds: 60 },
      { by: 'address', max: 600, seconds: 3600 },
    ],
    errors: ['refused'],
    body: z.strictObject({ ...spec.credentials, password: NewPassword }),
  });

export const memberLogin = signInEndpoint({
  url: '/auth/member_login',
  tag: 'members',
  summary: 'Sign in as a member',
  credentials: { car_number: credential(TypedCarNumber), driver_code: credential(z.string().max(20)) },
  answer: SignInAnswer,
});

export const setMemberPassword = passwordByCodeEndpoint({
  url: '/auth/set_member_password',
  tag: 'members',
  summary: 'Set a member’s first or forgotten password with a code',
  description: 'The code is the registration’s, or one that was sent to the member’s mobile.',
  credentials: { car_number: CarNumber, setup_code: z.string().min(1, 'Please enter the code.').max(100) },
});

export const forgotMemberPassword = endpoint('POST /auth/forgot_member_password', 'public', {
  summary: 'Send a code for a new password to the member’s mobile',
  description:
    'The answer is the same whether or not the car is registered. Where nothing sends texts, it says whom to ask.',
  limits: [
    { by: { body: 'car_number', as: 'car', each: 'address' }, max: 10, seconds: 86_400 },
    { by: 'address', max: 30, seconds: 600 },
    { by: 'address', max: 300, seconds: 86_400, shared: true },
  ],
  body: z.strictObject({ car_number: TypedCarNumber }),
  answer: z.object({
    ...Done.shape,
    /**
     * True when the code comes by text message, false when the office gives it; the same for every
     * car, registered or not.
     */
    texted: z.boolean(),
  }),
});

export const refreshMemberToken = endpoint('GET /token/member_refresh_token', 'public', {
  summary: 'A new access token for a member’s refresh cookie',
  cookie: 'member',
  errors: ['session_ended'],
  answer: Session,
});

export const memberEndpoints = { memberLogin, setMemberPassword, forgotMemberPassword, refreshMemberToken } as const;

export const tenantLogin = signInEndpoint({
  url: '/auth/main_login',
  tag: 'tenants',
  summary: 'Sign in as a tenant',
  credentials: { username: Credential },
  answer: SignInAnswer,
});

export const setTenantPassword = passwordByCodeEndpoint({
  url: '/auth/set_tenant_password',
  tag: 'tenants',
  summary: 'Set a tenant’s first or new password with the setup code',
  credentials: {
    username: shortText('username', 200),
    setup_code: z.string().min(1, 'Please enter the code.').max(100),
  },
});

export const refreshTenantToken = endpoint('GET /token/tenant_refresh_token', 'public', {
  summary: 'A new access token for a tenant’s refresh cookie',
  tags: ['tenants'],
  cookie: 'tenant',
  errors: ['session_ended'],
  answer: Session,
});

export const getTenantMe = endpoint('GET /tenant/me', 'tenant', {
  summary: 'The signed-in tenant',
  tags: ['tenants'],
  errors: ['not_found'],
  answer: z.object({ username: z.string(), fullname: z.string(), tenant_code: z.string(), email: z.string() }),
});

export const tenantEndpoints = { tenantLogin, setTenantPassword, refreshTenantToken, getTenantMe } as const;
