import { createHash, type Hash } from 'node:crypto';
import type { Endpoint } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { seal, unseal } from '#lib/sealed.ts';
import { createYielder } from '#lib/yielder.ts';
import { keepAnswer, keptAnswer, takePlace, UNKNOWN_BODY } from './idempotency.repo.ts';

export const KEY_FORM = /^[\w-]{16,100}$/;

/**
 * The request's `Idempotency-Key`, or null without one.
 *
 * @throws Refusal `invalid_input` for one of another form.
 */
const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY_FORM.test(key)) {
    throw new Refusal('invalid_input', 'The Idempotency-Key must have 16 to 100 letters, digits, - or _.');
  }
  return key;
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The called address with its records, so that one key at two records is two keys. */
const addressOf = ({ routeOptions, params }: FastifyRequest): string =>
  (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

/**
 * Where a key's answer is kept. Of the key itself only a hash is, since the key opens the answer.
 * Where only signed-in people may call, the key is the caller's own; elsewhere they may have been
 * signed out between two sendings.
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
 * Runs `work` in one transaction, and keeps its answer there under the request's key: the same key
 * and bytes get that answer again without `work` running, the same key with other bytes is refused.
 * A refusal keeps nothing. `work` gives the answer's whole body. Answers may hold what is shown
 * only once, so they are sealed with the key, which the sender alone has. Without a key `keyless`
 * runs it.
 */
const runOnce = async <T>(
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
 * The answer kept under the request's key, or null. @throws Refusal `idempotency_key_reused` for
 * other bytes.
 */
const firstAnswer = async (db: Db, request: FastifyRequest): Promise<unknown> => {
  const key = keyOf(request);
  if (!key) return null;
  const first = await keptAnswer(db, placeOf(request, key));
  return first ? open(key, first, request.bodyHash) : null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 in hex of the body as it was sent; of no bytes where a call has no body. */
    bodyHash: string;
  }
}

/** Each text with its length before it, so that different lists never give the same bytes. */
const add = (hash: Hash, ...texts: (string | number)[]): void => {
  for (const text of texts) hash.update(`${Buffer.byteLength(String(text))}:${text}`);
};

/**
 * The hash of a form's parts: their names and bytes in the order of their names. A browser draws a
 * new boundary for each sending of one form, so the bytes of the whole body never repeat. A file is
 * read in pieces, without a copy of it.
 */
export const hashForm = async (form: Record<string, string | File>): Promise<string> => {
  const hash = createHash('sha256');
  const yieldIfDue = createYielder();
  for (const [name, value] of Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (typeof value === 'string') add(hash, name, 'text', value);
    else {
      add(hash, name, 'file', value.size);
      for await (const piece of value.stream()) {
        hash.update(piece);
        await yieldIfDue();
      }
    }
  }
  return hash.digest('hex');
};

const ofBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Gives each request of this scope its hash; a JSON body's is taken from the raw bytes. */
export const hashBodies = (app: FastifyInstance): void => {
  app.decorateRequest('bodyHash', ofBytes(new Uint8Array()));
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.endpoint?.idempotent) request.bodyHash = ofBytes(body);
    parse(request, body.toString(), done);
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Of an endpoint that the contract calls idempotent: runs the work that its answer is made in,
     * in the one transaction that keeps the answer under the request's `Idempotency-Key`. `work`
     * gives the answer's whole body.
     */
    inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
    /** The same for work of one statement, which needs no transaction where no answer is kept. */
    inOneStatement: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
    hasKeptAnswer: boolean;
  }
}

const isIdempotent = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.endpoint?.idempotent ?? false;

const successOf = ({ schema }: Endpoint): number => (201 in schema.response ? 201 : 200);

/** Sends a kept answer without the schema of answers, which may have changed since. */
const sendKept = (reply: FastifyReply, endpoint: Endpoint, kept: unknown): FastifyReply =>
  reply.status(successOf(endpoint)).type('application/json; charset=utf-8').serializer(JSON.stringify).send(kept);

/** The route's handler, which gives its answer, with what makes it idempotent around it. */
const keeping = (db: Db, endpoint: Endpoint, handler: RouteOptions['handler']): RouteOptions['handler'] =>
  async function (request, reply) {
    try {
      reply.status(successOf(endpoint));
      const answer = await handler.call(this, request, reply);
      if (request.hasKeptAnswer) return answer;
    } catch (error) {
      // Of two equal calls at one moment, one may be refused for what the other one made.
      const first = error instanceof Refusal ? await firstAnswer(db, request) : null;
      if (first === null) throw error;
      return sendKept(reply, endpoint, first);
    }
    throw new Error(`${endpoint.method} ${endpoint.url} is idempotent and kept no answer`);
  };

/**
 * Makes the endpoints idempotent that the contract says are. Answers a call that was answered
 * before with that answer, ahead of the schemas and of everything the handler checks: an update or
 * a changed look-up between two sendings must not refuse what was accepted. Guards and the limits
 * in memory come before, since they hold whoever calls. The handler works in
 * `request.inTransaction` and gives its answer, whose status is the contract's. Needs the body's
 * hash (`hashBodies`) and, of a form, its parts.
 */
export const keepIdempotentAnswers = (app: FastifyInstance, { db }: { db: Db }): void => {
  app.decorateRequest('hasKeptAnswer', false);
  const run = async <T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>, keyless: () => Promise<T>) => {
    if (!isIdempotent(request)) throw new Error(`${request.routeOptions.url} is not idempotent in the contract`);
    const answer = await runOnce(db, request, work, keyless);
    request.hasKeptAnswer = true;
    return answer;
  };
  app.decorateRequest('inTransaction', function <T>(this: FastifyRequest, work: (tx: Tx) => Promise<T>) {
    return run(this, work, () => db.transaction().execute(work));
  });
  app.decorateRequest('inOneStatement', function <T>(this: FastifyRequest, work: (db: Db) => Promise<T>) {
    return run(this, work, () => work(db));
  });
  app.addHook('onRoute', (route) => {
    const { endpoint } = route.config ?? {};
    if (endpoint?.idempotent) route.handler = keeping(db, endpoint, route.handler);
  });
  app.addHook('preValidation', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint?.idempotent || !keyOf(request)) return;
    if (endpoint.schema.consumes) request.bodyHash = await hashForm(request.body as Record<string, string | File>);
    const kept = await firstAnswer(db, request);
    if (kept !== null) return sendKept(reply, endpoint, kept);
  });
};
