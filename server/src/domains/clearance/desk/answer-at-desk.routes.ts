import type { Network } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { MadeAtDesk } from './made-at-desk.ts';

/** `networks` gives those that the company has set. */
export type DeskDeps = { db: Db; now: () => Date; networks: () => Promise<readonly Network[]> };

/** Reads who makes a call of the desk and what it is judged by. */
export const madeAtDesk =
  ({ now, networks }: DeskDeps) =>
  async (request: FastifyRequest): Promise<MadeAtDesk> => ({
    by: callerOf(request),
    networks: await networks(),
    now: now(),
  });

/** Does a call's work at the desk in its transaction, and answers with what it gives. */
export const answerAtDesk =
  (deps: DeskDeps) =>
  async <T extends object>(
    request: FastifyRequest,
    work: (tx: Tx, by: MadeAtDesk) => Promise<T>,
  ): Promise<T & { success: true }> => {
    const by = await madeAtDesk(deps)(request);
    return request.inTransaction(async (tx) => ({ success: true as const, ...(await work(tx, by)) }));
  };
