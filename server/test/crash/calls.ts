import { randomUUID } from 'node:crypto';
import type { Registration } from '@banbo/contract';
import { formOf } from '../builders/registrations.ts';

let calls = 0;

/**
 * A caller's headers: its own address, because of limits; a key for retries; and no kept
 * connection, for whose next call an ending server would wait two seconds.
 */
const headers = (key: string): Record<string, string> => {
  calls += 1;
  return { 'x-forwarded-for': `10.3.${calls >> 8}.${calls & 255}`, 'idempotency-key': key, connection: 'close' };
};

export type Answer = { status: number; body: Record<string, unknown> };

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
});

export const newKey = (): string => randomUUID();

export const postForm = async (address: string, registration: Registration, key = newKey()): Promise<Answer> =>
  answerOf(
    await fetch(`${address}/api/drivers`, { method: 'POST', headers: headers(key), body: formOf(registration) }),
  );

export const postJson = async (address: string, url: string, body: unknown, key = newKey()): Promise<Answer> =>
  answerOf(
    await fetch(`${address}${url}`, {
      method: 'POST',
      headers: { ...headers(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
