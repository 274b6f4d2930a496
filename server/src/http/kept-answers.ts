import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { seal, unseal } from '#lib/sealed.ts';
import { keepAnswer, keptAnswer, takePlace, UNKNOWN_BODY } from './idempotency.repo.ts';

export const KEY_FORM = /^[\w-]{16,100}$/;

/**
 * The request's `Idempotency-Key`, or null without one.
 *
 * @throws Refusal `invalid_input` for one of another form.
 */
export const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY_FORM.test(key)) {
    throw new Refusal('invalid_input', 'The Idempotency-Key must have 16 to 100 letters, digits, - or _.');
  }
  return key;
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The address that is called, with the records it names, so that one key at two records is two keys. */
const addressOf = ({ routeOptions, params }: FastifyRequest): string =>
  (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

/**
 * Where a key's answer is kept. Of the key itself only a hash is, since the key opens the answer. Where only signed-in people
 * may call, the key is the caller's own; elsewhere they may have been signed out between two sendings.
 */
const placeOf = (request: FastifyRequest, key: string) => {
  const isPublic = request.routeOptions.config.endpoint?.access === 'public';
  return { endpoint: addressOf(request), key: hash(isPublic ? key : `${request.caller?.accountId} ${key}`) };
};

/** The stored answer; refuses when the key was used for another body. */
const open = (key: string, first: { body_hash: string; answer: unknown }, bodyHash: string): unknown => {
  if (first.body_hash !== UNKNOWN_BODY && first.body_hash !== bodyHash) {
    throw new Refusal('idempotency_key_reused', 'This request’s key was already used for something else.');
  }
  return unseal(key, String(first.answer));
};

/**
 * Runs `work` in one transaction, and keeps its answer there under the request's key: the same key and bytes get that answer
 * again without `work` running, the same key with other bytes is refused. A refusal keeps nothing. `work` gives the answer's
 * whole body. Answers may hold what is shown only once, so they are sealed with the key, which the sender alone has. Without a
 * key `keyless` runs it.
 */
export const runOnce = async <T>(
  db: Db,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
  keyless: () => Promise<T>,
): Promise<T> => {
  const key = keyOf(request);
  if (!key) return keyless();
  const place = placeOf(request, key);
  return db.transaction().execute(async (tx) => {
    if (await takePlace(tx, place, request.bodyHash)) {
      const answer = await work(tx);
      await keepAnswer(tx, place, seal(key, answer));
      return answer;
    }
    const first = await keptAnswer(tx, place);
    if (!first) throw new Error(`No answer is kept for a key of ${place.endpoint} that is taken`);
    return open(key, first, request.bodyHash) as T;
  });
};

/**
 * The answer that is kept under the request's key; null where there is none.
 *
 * @throws Refusal `idempotency_key_reused` where the bytes were others.
 */
export const firstAnswer = async (db: Db, request: FastifyRequest): Promise<unknown> => {
  const key = keyOf(request);
  if (!key) return null;
  const first = await keptAnswer(db, placeOf(request, key));
  return first ? open(key, first, request.bodyHash) : null;
};
