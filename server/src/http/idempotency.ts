import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { seal, unseal } from '#lib/sealed.ts';
import { keepAnswer, keptAnswer, takePlace } from './idempotency.repo.ts';

const KEY = /^[\w-]{16,100}$/;

const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal('invalid_input', 'The Idempotency-Key must have 16 to 100 letters, digits, - or _.');
  }
  return key;
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Where a key's answer is kept. Of the key itself only a hash is, since the key opens the answer. */
const rowOf = (request: FastifyRequest, key: string) => ({
  endpoint: request.routeOptions.url ?? '',
  key: hash(key),
});

/** The stored answer; refuses when the key was used for another body. */
const open = <T>(key: string, first: { body_hash: string; answer: unknown }, bodyHash: string): T => {
  if (first.body_hash !== bodyHash) {
    throw new Refusal('idempotency_key_reused', 'This request’s key was already used for something else.');
  }
  return unseal(key, String(first.answer)) as T;
};

/**
 * Runs `work` in one transaction, and keeps its answer there under the request's `Idempotency-Key`: the same key and body
 * gets that answer again without `work` running, the same key with another body is refused. A refusal keeps nothing.
 * Answers may hold what is shown only once, so they are sealed with the key, which the sender alone has.
 * `fingerprint` is the body's text where it is not plain JSON.
 */
export const once = async <T>(
  db: Db,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
  fingerprint: string = JSON.stringify(request.body),
): Promise<T> => {
  const key = keyOf(request);
  if (!key) return db.transaction().execute(work);
  const row = rowOf(request, key);
  const bodyHash = hash(fingerprint);
  return db.transaction().execute(async (tx) => {
    if (await takePlace(tx, row, bodyHash)) {
      const answer = await work(tx);
      await keepAnswer(tx, row, seal(key, answer));
      return answer;
    }
    const first = await keptAnswer(tx, row);
    if (!first) throw new Error(`No answer is kept for a key of ${row.endpoint} that is taken`);
    return open<T>(key, first, bodyHash);
  });
};

/**
 * The answer `once` has kept under the request's key, or null. For work that must be prepared before the transaction and
 * would be refused the second time.
 */
export const firstAnswer = async <T>(db: Db, request: FastifyRequest, fingerprint: string): Promise<T | null> => {
  const key = keyOf(request);
  if (!key) return null;
  const first = await keptAnswer(db, rowOf(request, key));
  return first ? open<T>(key, first, hash(fingerprint)) : null;
};
