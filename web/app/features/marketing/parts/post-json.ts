import type { AnswerOf, BodyOf, Endpoint, ErrorBody } from '@banbo/contract';

/** What came of a call: its answer, or why not, in words for the person and by field. */
export type Outcome<T> = { ok: true; answer: T } | { ok: false; message: string; fields: Record<string, string> };

const OFFLINE = 'The server could not be reached. Check your connection and try again.';

const refusal = (status: number, body: ErrorBody | null): Outcome<never> => ({
  ok: false,
  message: body?.message ?? `The server answered ${status}.`,
  fields: Object.fromEntries((body?.issues ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message])),
});

/**
 * Posts JSON to an endpoint of the contract, given as a type alone: the plain public pages do without the client that
 * knows every endpoint and its validation.
 */
export const postJson = async <E extends Endpoint>(
  url: E['url'],
  body: BodyOf<E>,
  idempotencyKey?: string,
): Promise<Outcome<AnswerOf<E>>> => {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  try {
    const response = await fetch(`/api${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await response.json().catch(() => null);
    return response.ok ? { ok: true, answer } : refusal(response.status, answer);
  } catch {
    return { ok: false, message: OFFLINE, fields: {} };
  }
};

/** A new key for a request that must not count twice. Works where the page came without TLS, too. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
