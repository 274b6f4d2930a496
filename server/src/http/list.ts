import { TOTAL_AMOUNT_HEADER, TOTAL_COUNT_HEADER, TOTAL_CUT_HEADER, WAITING_AMOUNT_HEADER } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Listed } from '#db/list/list-sql.ts';

/** Puts a list's totals into the answer's headers and gives its rows. */
export const answerList = <T>(reply: FastifyReply, list: Listed<T>): T[] => {
  reply.header(TOTAL_COUNT_HEADER, list.count);
  if (list.amount !== undefined) reply.header(TOTAL_AMOUNT_HEADER, list.amount);
  if (list.amount !== undefined || list.isCut !== undefined)
    reply.header(TOTAL_CUT_HEADER, String(list.isCut === true));
  if (list.waiting !== undefined) reply.header(WAITING_AMOUNT_HEADER, list.waiting);
  return list.rows;
};
