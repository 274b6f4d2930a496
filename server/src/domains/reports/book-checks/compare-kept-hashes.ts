import { formatDay, formatInstant, formatMonth } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countedHashes } from '#domains/books';
import { type EntryHash, hashesOf, hashesOfClosings } from '#domains/ledger';
import { toldHashes } from '../owner-message/owner-messages.repo.ts';
import { provedHashes } from './book-checks.repo.ts';

/** How many of each are compared: a chain that is rewritten has other hashes to its end. */
const NEWEST = 400;

type Kept = EntryHash & { where: string };

/**
 * Compares the entries with the hashes that closed months, the owner's messages, counts of cash and
 * earlier checks keep of them, and describes the first that differs of each. It finds a chain that
 * was rewritten, but for a hand that changed all of these too: the hash that was sent finds that.
 */
export const compareKeptHashes = async (db: Db): Promise<string[]> => {
  const closings = (await hashesOfClosings(db)).map(
    ({ month, ...kept }): Kept => ({ ...kept, where: `the closing of ${formatMonth(month)}` }),
  );
  const told = (await toldHashes(db, NEWEST)).map(
    ({ day, ...kept }): Kept => ({ ...kept, where: `the owner’s message of ${formatDay(day)}` }),
  );
  // A count keeps the last entry of its own moment, whatever entry the expected cash ends with.
  const counts = (await countedHashes(db, NEWEST)).map(
    ({ cashUp, ...kept }): Kept => ({ ...kept, where: `the count of ${cashUp}` }),
  );
  const proofs = (await provedHashes(db, NEWEST)).map(
    ({ at, ...kept }): Kept => ({ ...kept, where: `the check of ${formatInstant(at.toISOString())}` }),
  );
  const kept = [closings, told, counts, proofs];
  const numbers = [...new Set(kept.flat().map(({ number }) => number))];
  const hashes = await hashesOf(db, numbers);
  return kept.flatMap((ofKind) => {
    const differing = ofKind.filter(({ number, hash }) => number !== '0' && !hashes.get(number)?.equals(hash));
    const [first] = differing.toSorted((one, other) => Number(BigInt(one.number) - BigInt(other.number)));
    return first ? [`Entry ${first.number} has another hash than ${first.where} keeps of it.`] : [];
  });
};
