import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { seal, unseal } from '#lib/sealed.ts';
import { hashForm } from './body-hash.ts';
import { keepAnswer, keptAnswer, takePlace, UNKNOWN_BODY } from './idempotency.repo.ts';

export const KEY_FORM = /^[\w-]{16,100}$/;

const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY_FORM.test(key)) {
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
  if (first.body_hash !== UNKNOWN_BODY && first.body_hash !== bodyHash) {
    throw new Refusal('idempotency_key_reused', 'This request’s key was already used for something else.');
  }
  return unseal(key, String(first.answer)) as T;
};

/**
 * Runs `work` in one transaction, and keeps its answer there under the request's `Idempotency-Key`: the same key and body
 * gets that answer again without `work` running, the same key with another body is refused. A refusal keeps nothing.
 * `work` gives the answer's whole body, since a retry is answered with it before the handler runs (`repeatAnswers`).
 * Answers may hold what is shown only once, so they are sealed with the key, which the sender alone has.
 */
export const once = async <T>(db: Db, request: FastifyRequest, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const key = keyOf(request);
  if (!key) return db.transaction().execute(work);
  const row = rowOf(request, key);
  return db.transaction().execute(async (tx) => {
    if (await takePlace(tx, row, request.bodyHash)) {
      const answer = await work(tx);
      await keepAnswer(tx, row, seal(key, answer));
      return answer;
    }
    const first = await keptAnswer(tx, row);
    if (!first) throw new Error(`No answer is kept for a key of ${row.endpoint} that is taken`);
    return open<T>(key, first, request.bodyHash);
  });
};

/**
 * The answer `once` has kept under the request's key, or null. For work that must be prepared before the transaction and
 * is refused while the first sending is still under way.
 */
export const firstAnswer = async <T>(db: Db, request: FastifyRequest): Promise<T | null> => {
  const key = keyOf(request);
  if (!key) return null;
  const first = await keptAnswer(db, rowOf(request, key));
  return first ? open<T>(key, first, request.bodyHash) : null;
};

const successOf = (response: object): number => (201 in response ? 201 : 200);

/**
 * Answers a call that was answered before with that answer, ahead of the schemas and of everything the handler checks: an
 * update or a changed look-up between two sendings must not refuse what was accepted. The answer leaves as it was kept,
 * past the schema of answers, for the same reason. Needs the body's hash (`hashBodies`) and, of a form, its parts.
 */
export const repeatAnswers = (app: FastifyInstance, { db }: { db: Db }): void => {
  app.addHook('preValidation', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint?.idempotent || !keyOf(request)) return;
    if (endpoint.schema.consumes) request.bodyHash = await hashForm(request.body as Record<string, string | File>);
    const kept = await firstAnswer<unknown>(db, request);
    if (kept === null) return;
    return reply
      .status(successOf(endpoint.schema.response))
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(kept);
  });
};
