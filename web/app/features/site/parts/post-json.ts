import type { AnswerOf, BodyOf, Endpoint, ErrorBody } from '@banbo/contract';
import { CALL_MS, withTimeout } from '~/lib/time-limit.ts';

/** The result of a call: its answer, or the refusal in words for the person and by field. */
export type Outcome<T> = { ok: true; answer: T } | { ok: false; message: string; fields: Record<string, string> };

const OFFLINE = 'The server could not be reached. Check your connection and try again.';

/** For a network that answers with a page of its own. */
const UNREADABLE = 'The answer could not be read. Please try again.';

const refused = (message: string): Outcome<never> => ({ ok: false, message, fields: {} });

const refusal = (status: number, body: ErrorBody | null): Outcome<never> => ({
  ok: false,
  message: body?.message ?? `The server answered ${status}.`,
  fields: Object.fromEntries((body?.issues ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message])),
});

/**
 * Posts JSON to an endpoint of the contract, given as a type alone: the plain public pages do without the client that
 * holds every endpoint and its validation.
 */
export const postJson = async <E extends Endpoint>(
  url: E['url'],
  body: BodyOf<E>,
  idempotencyKey?: string,
): Promise<Outcome<AnswerOf<E>>> => {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  const post = async (signal: AbortSignal): Promise<Outcome<AnswerOf<E>>> => {
    const response = await fetch(`/api${url}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const answer = await response.json().catch(() => null);
    if (!response.ok) return refusal(response.status, answer);
    return answer ? { ok: true, answer } : refused(UNREADABLE);
  };
  return withTimeout(CALL_MS, post).catch(() => refused(OFFLINE));
};

/** A new key for a request that must not count twice. Works on pages without TLS, too. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
