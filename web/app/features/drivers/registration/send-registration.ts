import type { AnswerOf, BodyOf, registerDriver } from '@banbo/contract';
import { type Address, call } from '~/lib/api.ts';

const REGISTER: Address<typeof registerDriver> = { method: 'POST', url: '/drivers', access: 'public', isUpload: true };

/** Sends a registration under its retry key. Throws `ApiError`. */
export const sendRegistration = (
  texts: Record<string, string>,
  file: File | undefined,
  idempotencyKey: string,
): Promise<AnswerOf<typeof registerDriver>> =>
  call<typeof registerDriver>(REGISTER, {
    body: { ...texts, ...(file && { file }) } as BodyOf<typeof registerDriver>,
    idempotencyKey,
  });
