import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';

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

/**
 * Runs `work` in one transaction, and keeps its answer there under the request's `Idempotency-Key`: the same key and body
 * gets that answer again without `work` running, the same key with another body is refused. A refusal keeps nothing.
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
  const row = { endpoint: request.routeOptions.url ?? '', key, body_hash: hash(fingerprint) };
  return db.transaction().execute(async (tx) => {
    // A second request with this key waits here until the first one's transaction ends.
    const inserted = await tx
      .insertInto('idempotency_keys')
      .values({ ...row, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    const stored = tx.selectFrom('idempotency_keys').where('endpoint', '=', row.endpoint).where('key', '=', key);
    if (!inserted) {
      const first = await stored.select(['body_hash', 'answer']).executeTakeFirstOrThrow();
      if (first.body_hash === row.body_hash) return first.answer as T;
      throw new Refusal('idempotency_key_reused', 'This request’s key was already used for something else.');
    }
    const answer = await work(tx);
    await tx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('endpoint', '=', row.endpoint)
      .where('key', '=', key)
      .execute();
    return answer;
  });
};
