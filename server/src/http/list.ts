import { TOTAL_AMOUNT_HEADER, TOTAL_COUNT_HEADER, WAITING_AMOUNT_HEADER } from '@banbo/contract';
import type { FastifyReply } from 'fastify';

/** A page of a list with the whole list's totals; `amount` and `waiting` are money with two decimals. */
export type Listed<T> = { rows: T[]; count: number; amount?: string; waiting?: string };

/** Puts a list's totals into the answer's headers and returns its rows. */
export const answerList = <T>(reply: FastifyReply, list: Listed<T>): T[] => {
  reply.header(TOTAL_COUNT_HEADER, list.count);
  if (list.amount !== undefined) reply.header(TOTAL_AMOUNT_HEADER, list.amount);
  if (list.waiting !== undefined) reply.header(WAITING_AMOUNT_HEADER, list.waiting);
  return list.rows;
};
