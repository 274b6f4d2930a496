import type { FastifyReply } from 'fastify';
import { Refusal } from '#lib/refusal.ts';

/** Each holds a connection of the database for as long as its caller takes to receive the file. */
const PLACES = 2;
const RETRY_SECONDS = 10;

export type ExportPlaces = {
  /** Takes a place and gives what frees it again, once; refuses with 429 and Retry-After when none is left. */
  take: (reply: FastifyReply) => () => void;
};

/** How many files a server writes at once. */
export const exportPlaces = (): ExportPlaces => {
  let free = PLACES;
  return {
    take: (reply) => {
      if (free === 0) {
        reply.header('retry-after', RETRY_SECONDS);
        throw new Refusal('too_many_requests', 'Other lists are being saved to files. Please try again in a moment.');
      }
      free -= 1;
      let isTaken = true;
      return () => {
        if (isTaken) free += 1;
        isTaken = false;
      };
    },
  };
};
