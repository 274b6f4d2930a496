import { formatDay, formatInstant, isWholeDay, notADate, readTypedDay, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { checkEntries, entriesByHash, type HeadOnDays, lastEntryOf, lastPostedBy } from './check-ledger.repo.ts';

/** `holds` is true where the books still contain the day as it was sent; `words` says why. */
export type Verified = { holds: boolean; words: string };

/** Entries that are looked through at once, which bounds the memory. */
const CHUNK = 5_000;

const hashOf = (given: string): string => {
  const hash = given.trim().toLowerCase();
  if (!/^[0-9a-f]{8,64}$/.test(hash)) {
    throw new StartRefusal(
      `‘${given.trim().slice(0, 70)}’ is no hash. It has 8 to 64 of the digits 0 to 9 and the letters a to f.`,
    );
  }
  return hash;
};

const dayOf = (given: string, now: Date): string => {
  const day = isWholeDay(given) ? readTypedDay(given) : null;
  if (day === null) throw new StartRefusal(notADate(given));
  if (day > today(now)) throw new StartRefusal(`Nothing of ${formatDay(day)} can have been sent yet.`);
  return day;
};

/** True where an entry was the last of the books at some moment of a day. */
const wasLastOn = ({ from, to }: HeadOnDays, day: string): boolean => day >= from && (to === null || day <= to);

const shortHash = (hash: Buffer): string => hash.toString('hex').slice(0, 16);

const notFound = async (db: Db, hash: string, day: string): Promise<string> => {
  const last = await lastPostedBy(db, day);
  const is = last
    ? `The last entry of the books on that day is ${last.number}, whose hash begins with ${shortHash(last.hash)}.`
    : 'The books have no entry up to that day.';
  return `No. No entry of the books has a hash that begins with ${hash}. ${is} Unless the hash was mistyped, the books were changed since.`;
};

const elsewhere = ({ number, from, to }: HeadOnDays, day: string): string => {
  const until = to === null || to === from ? '' : ` and was the last one until ${formatDay(to)}`;
  return `No. That hash is of entry ${number}, which was posted on ${formatDay(from)}${until}, not on ${formatDay(day)}.`;
};

/** The first thing that is wrong with the chain up to an entry, or null. */
const firstBreak = async (db: Db, upTo: string, told: (entry: string) => void): Promise<string | null> => {
  for (let after = '0'; BigInt(after) < BigInt(upTo); ) {
    const end = await lastEntryOf(db, { after, upTo }, CHUNK);
    const { differences } = await checkEntries(db, { after, upTo: end });
    if (differences[0] !== undefined) return differences[0];
    told(end);
    after = end;
  }
  return null;
};

/**
 * Tells whether the books still contain a day as it was sent: an entry whose hash begins as given
 * was their last one on that day, and everything before it holds. The chain is made anew from what
 * is stored, so a chain that was rewritten in whole has other hashes. Throws a `StartRefusal` for
 * what is no hash or no day.
 */
export const verifyDay = async (
  db: Db,
  given: { hash: string; day: string; now: Date },
  told: (entry: string) => void = () => {},
): Promise<Verified> => {
  const [hash, day] = [hashOf(given.hash), dayOf(given.day, given.now)];
  const found = await entriesByHash(db, hash);
  const entry = found.find((one) => wasLastOn(one, day));
  if (!entry) {
    const [other] = found;
    return { holds: false, words: other ? elsewhere(other, day) : await notFound(db, hash, day) };
  }
  const broken = await firstBreak(db, entry.number, told);
  if (broken !== null) return { holds: false, words: `No. The chain is broken before that hash. ${broken}` };
  const at = formatInstant(entry.posted_at.toISOString());
  const later =
    entry.from !== day || entry.later === 0
      ? ''
      : ` Later on that day ${entry.later === 1 ? '1 more was' : `${entry.later} more were`} posted.`;
  return {
    holds: true,
    words: `Yes. The books still contain ${formatDay(day)} as it was sent: entry ${entry.number} of ${at}, and all before it, are as they were.${later}`,
  };
};
