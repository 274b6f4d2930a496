import { hash, verify } from '@node-rs/argon2';
import { createQueue, Displaced } from '#lib/queue.ts';
import { Refusal } from '#lib/refusal.ts';

/** Memory in KiB, passes, lanes. The library's algorithm is argon2id unless told otherwise. */
export type HashingCosts = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's parameters for argon2id. */
const OWASP_COSTS: HashingCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const RUNNING = 2;
const WAITING = 20;

/** What one may do while holding a place. `check` of null does the work of a check and answers false. */
export type HashingTurn = {
  hash: (password: string) => Promise<string>;
  check: (passwordHash: string | null, password: string) => Promise<boolean>;
};

/** When many come at once, the lower number goes first. */
export const RANK = { known: 0, neighbour: 1, stranger: 2 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

export type Passwords = {
  /**
   * Runs `work` once one of the two places is free. Refused with 429 when twenty wait already, none of whom is of a worse
   * rank, and when it is displaced itself by a better one. The best rank unless another is given.
   */
  inTurn: <T>(work: (turn: HashingTurn) => Promise<T>, rank?: Rank) => Promise<T>;
};

const tooMany = (): Refusal =>
  new Refusal('too_many_requests', 'Many people are signing in just now. Please try again.');

/** Argon2id with a bounded queue, since hashing is the cheapest way to overload the server. */
export const createPasswords = (costs: HashingCosts = OWASP_COSTS): Passwords => {
  const queue = createQueue(RUNNING, WAITING, Object.keys(RANK).length);
  const nobodysHash = hash('nobody’s password', costs);
  const turn: HashingTurn = {
    hash: (password) => hash(password, costs),
    check: async (passwordHash, password) => {
      const matches = await verify(passwordHash ?? (await nobodysHash), password);
      return matches && passwordHash !== null;
    },
  };
  return {
    inTurn: async (work, rank = RANK.known) => {
      const running = queue(() => work(turn), rank);
      if (!running) throw tooMany();
      try {
        return await running;
      } catch (error) {
        throw error instanceof Displaced ? tooMany() : error;
      }
    },
  };
};
