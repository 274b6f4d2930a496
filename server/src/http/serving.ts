import type { Access, Endpoint } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { noSuch } from '#lib/refusal.ts';
import type { ApiScope } from './scope.ts';

type PartOf<E extends Endpoint, Part extends string, Absent> = E['schema'] extends {
  [K in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : Absent;

/** A call as a use case takes it: the fields of its path, body and query, author and moment. */
export type AskedOf<E extends Endpoint> = PartOf<E, 'params', unknown> & {
  body: PartOf<E, 'body', undefined>;
  query: PartOf<E, 'querystring', undefined>;
  /** Null for a stranger's call of an endpoint that is public. */
  by: E['access'] extends 'public' ? Caller | null : Caller;
  now: Date;
};

/** The body of an endpoint's answer as a handler gives it. */
type Answer<E extends Endpoint> = E['schema']['response'] extends infer R
  ? R extends { 200: infer T extends z.ZodType } | { 201: infer T extends z.ZodType }
    ? z.input<T>
    : never
  : never;

type Flag = 'status' | 'success';

/** The answer of a change without its flag; a string where it has only the message. */
type Said<E extends Endpoint> =
  | Omit<Answer<E>, Flag>
  | (Exclude<keyof Answer<E>, Flag | 'message'> extends never ? string : never);

/** Makes the endpoint's answer: its flag is `status`, or `success` in older calls. */
const answering = ({ schema: { response } }: Endpoint) => {
  const { shape = {} } = (response[201] ?? response[200]) as Partial<z.ZodObject>;
  const flag: Flag = 'success' in shape ? 'success' : 'status';
  return (said: unknown) => ({ [flag]: true, ...(typeof said === 'string' ? { message: said } : (said as object)) });
};

const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Runs a transaction, and runs it again where PostgreSQL undid it to end a deadlock: the other one
 * has gone on then, so nobody is asked to try again.
 */
const afterDeadlocks = async <T>(transact: () => Promise<T>): Promise<T> => {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await transact();
    } catch (error) {
      if (left <= 1 || (error as { code?: unknown }).code !== DEADLOCK) throw error;
    }
  }
};

type Awaitable<T> = T | Promise<T>;
type Deps = { db: Db; now: () => Date };

/** Serves calls of the usual kinds, without what their routes would repeat. */
export const serving = (app: ApiScope, { db, now }: Deps) => {
  const serve = <E extends Endpoint>(
    endpoint: E,
    answer: (asked: AskedOf<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    const askedOf = ({ params, body, query, caller: by }: FastifyRequest) =>
      ({ ...(params as object), body, query, by, now: now() }) as unknown as AskedOf<E>;
    (app as unknown as FastifyInstance).route({
      ...endpoint,
      schema: endpoint.schema,
      handler: (request, reply) => answer(askedOf(request), request, reply),
    });
  };
  return {
    /** Answers with what `find` gives, or sends. */
    read: <const E extends Endpoint & { access: Access }>(
      endpoint: E,
      find: (asked: AskedOf<E>, request: FastifyRequest, reply: FastifyReply) => Awaitable<Answer<E>>,
    ): void => serve(endpoint, async (...call) => find(...call)),
    /** Answers with a record, or 404 `not_found`. `noun` names one in plain words. */
    show: <const E extends Endpoint>(
      endpoint: E,
      noun: string,
      find: (db: Db, asked: AskedOf<E>) => Promise<Answer<E> | null | undefined>,
    ): void =>
      serve(endpoint, async (asked) => {
        const record = await find(db, asked);
        if (!record) throw noSuch(noun);
        return record;
      }),
    /** Does work that opens its own transactions. */
    act: <const E extends Endpoint>(
      endpoint: E,
      work: (asked: AskedOf<E>, request: FastifyRequest, reply: FastifyReply) => Promise<Said<E>>,
    ): void => {
      const answerOf = answering(endpoint);
      serve(endpoint, async (...call) => answerOf(await work(...call)));
    },
    /**
     * Changes something in a transaction, which also keeps an idempotent endpoint's answer.
     * `prepare` reads before it on other connections. After a deadlock `work` runs again.
     */
    change: <const E extends Endpoint, Prepared = undefined>(
      endpoint: E,
      work: (tx: Tx, asked: AskedOf<E>, prepared: Prepared) => Promise<Said<E>>,
      prepare?: (asked: AskedOf<E>) => Promise<Prepared>,
    ): void => {
      const answerOf = answering(endpoint);
      serve(endpoint, async (asked, request) => {
        const prepared = (await prepare?.(asked)) as Prepared;
        const done = async (tx: Tx) => answerOf(await work(tx, asked, prepared));
        return afterDeadlocks(() =>
          endpoint.idempotent ? request.inTransaction(done) : db.transaction().execute(done),
        );
      });
    },
  };
};
