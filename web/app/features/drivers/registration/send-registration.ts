import { type AnswerOf, type BodyOf, registerDriver } from '@banbo/contract';
import { call } from '~/lib/api.ts';

/** Sends a registration under its retry key. Throws `ApiError`. */
export const sendRegistration = (
  texts: Record<string, string>,
  file: File | undefined,
  idempotencyKey: string,
): Promise<AnswerOf<typeof registerDriver>> =>
  call(registerDriver, {
    body: { ...texts, ...(file && { file }) } as BodyOf<typeof registerDriver>,
    idempotencyKey,
  });
