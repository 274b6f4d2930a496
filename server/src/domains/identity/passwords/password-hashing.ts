import { normalizePassword } from '@banbo/contract';
import { hash, verify } from '@node-rs/argon2';
import { createQueue, Displaced } from '#lib/queue.ts';
import { Refusal } from '#lib/refusal.ts';

/** Memory in KiB, passes, lanes. The library's default algorithm is argon2id. */
export type HashingCosts = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's parameters for argon2id. */
const OWASP_COSTS: HashingCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const RUNNING = 2;
const WAITING = 20;
/** Attempts of one account that keep its rank; further ones rank as a stranger's. */
const RANKED = 2;

/** Hashes and checks in a place, in any Unicode form; null costs a check and gives false. */
export type HashingSlot = {
  hash: (password: string) => Promise<string>;
  check: (passwordHash: string | null, password: string) => Promise<boolean>;
};

/** Ranks for hashing; the lower number goes first. */
export const RANK = { known: 0, neighbour: 1, stranger: 2 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** The account's id, or the unknown login; the best rank by default. */
export type HashedFor = { account: string; rank?: Rank };

export type Passwords = {
  /**
   * Runs `work` once one of the two places is free. Refused with 429 when twenty wait already, none
   * at a worse rank, and when work of a better rank displaces it. While two of the account run or
   * wait at its rank, it is ranked as a stranger.
   */
  withSlot: <T>(work: (slot: HashingSlot) => Promise<T>, of: HashedFor) => Promise<T>;
};

const tooMany = (): Refusal =>
  new Refusal('too_many_requests', 'Many people are signing in just now. Please try again.');

/** Gives a rank until `leave`; ranks have places of their own. */
const createRanking = () => {
  const held = new Map<string, number>();
  return ({ account, rank: asked = RANK.known }: HashedFor): { rank: Rank; leave: () => void } => {
    const rank = (held.get(`${asked} ${account}`) ?? 0) < RANKED ? asked : RANK.stranger;
    const place = `${rank} ${account}`;
    held.set(place, (held.get(place) ?? 0) + 1);
    const leave = (): void => {
      const left = (held.get(place) ?? 0) - 1;
      if (left > 0) held.set(place, left);
      else held.delete(place);
    };
    return { rank, leave };
  };
};

/** Argon2id with a bounded queue, since hashing is the cheapest way to overload the server. */
export const createPasswords = (costs: HashingCosts = OWASP_COSTS): Passwords => {
  const queue = createQueue(RUNNING, WAITING, Object.keys(RANK).length);
  const ranked = createRanking();
  const nobodysHash = hash('nobody’s password', costs);
  const slot: HashingSlot = {
    hash: (password) => hash(normalizePassword(password), costs),
    check: async (passwordHash, password) => {
      const against = passwordHash ?? (await nobodysHash);
      const normalized = normalizePassword(password);
      // Hashes from before NFKC are of the text as it was entered. The second attempt depends on
      // that text alone, not on the existence of such an account.
      const matches =
        (await verify(against, normalized)) || (normalized !== password && (await verify(against, password)));
      return matches && passwordHash !== null;
    },
  };
  return {
    withSlot: async (work, of) => {
      const { rank, leave } = ranked(of);
      try {
        const running = queue(() => work(slot), rank);
        if (!running) throw tooMany();
        return await running;
      } catch (error) {
        throw error instanceof Displaced ? tooMany() : error;
      } finally {
        leave();
      }
    },
  };
};
