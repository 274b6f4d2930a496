import { isStaffRole } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** Each holds a connection of the database for as long as its caller takes to receive the file. */
const PLACES = 2;
const RETRY_SECONDS = 10;

const NO_PLACE = 'Other lists are being saved to files. Please try again in a moment.';
const OWN_FILE = 'Another list is still being saved to a file for you. Please try again once it is there.';

export type ExportPlaces = {
  /** Takes a place for the caller and gives what frees it again, once; refuses with 429 and Retry-After where there is none. */
  take: (caller: Pick<Caller, 'role' | 'accountId'>, reply: FastifyReply) => () => void;
};

/** How many files a server writes at once: so many for staff, as many for all others, and one for each person. */
export const exportPlaces = (): ExportPlaces => {
  const staff = new Set<string>();
  const others = new Set<string>();
  return {
    take: ({ role, accountId }, reply) => {
      const receiving = isStaffRole(role) ? staff : others;
      if (receiving.has(accountId) || receiving.size >= PLACES) {
        reply.header('retry-after', RETRY_SECONDS);
        throw new Refusal('too_many_requests', receiving.has(accountId) ? OWN_FILE : NO_PLACE);
      }
      receiving.add(accountId);
      let isTaken = true;
      return () => {
        if (isTaken) receiving.delete(accountId);
        isTaken = false;
      };
    },
  };
};
