import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { NewPassword, type SignInAnswer } from './schemas.ts';
import type { CodeNeeded } from './second-factor.ts';

type Spec<Url extends string, Shape extends z.ZodRawShape> = {
  url: Url;
  tag: string;
  summary: string;
  description?: string;
  /** Fields beside the password by which the person is known. */
  credentials: Shape;
};

/** Signing in with a password, the same for staff, members and tenants but for their credentials. */
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
      password: z.string().max(200),
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
