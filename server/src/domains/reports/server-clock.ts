import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { type HeldClock, heldClock, trustClock } from '#domains/jobs';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

const DAY = 86_400_000;

const present = ({ reads, seen_at }: HeldClock) => ({ reads: reads.toISOString(), seen_at: seen_at.toISOString() });

/** Where the server's clock is not trusted, what it says and the last time that counts as right. */
export const shownClock = async (db: Db) => {
  const held = await heldClock(db);
  return { held: held && present(held) };
};

/** Lets the clock count as right. Refused with 409 `conflict` where it is not the one that the person saw. */
export const trustServerClock = async (
  tx: Tx,
  { reads, by, now }: { reads: string; by: Caller; now: Date },
): Promise<void> => {
  if (Math.abs(now.getTime() - Date.parse(reads)) > DAY) {
    throw new Refusal('conflict', 'The clock has changed since you looked. Please look again.');
  }
  const held = await trustClock(tx, now);
  if (!held) return;
  const subject = { kind: 'server', id: 'clock', name: 'Clock' };
  const [before, after] = [{ seen_at: held.seen_at.toISOString() }, { seen_at: now.toISOString() }];
  await audit(tx, by, { action: 'clock.trust', subject, before, after }, now);
};
