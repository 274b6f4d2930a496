import { fromPesewas, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversById } from '#domains/drivers';
import { existing } from '#lib/refusal.ts';
import { feeKey } from '../claims/fee-rules.ts';
import { paidFor } from '../standing/due-fees.ts';
import { readStandings, type Standing } from '../standing/read-standings.ts';

const standingOf = async (db: Db, id: string, now: Date): Promise<Standing> => {
  const driver = existing((await driversById(db, [id]))[0], 'driver');
  return existing((await readStandings(db, [driver], today(driver.removed_at ?? now))).get(id), 'driver');
};

/**
 * The fees that a duplicate owes and that the record to keep neither owes nor has paid: they were
 * due before its first month, or its list says that they were paid. Plans may differ, which is the
 * office's choice at any time.
 */
export const lostDebts = async (
  db: Db,
  { id, into, now }: { id: string; into: string; now: Date },
): Promise<{ count: number; amount: string }> => {
  const kept = await standingOf(db, into, now);
  const stays = new Set([...paidFor(kept.fees), ...kept.due].map(feeKey));
  const lost = (await standingOf(db, id, now)).due.filter((fee) => !stays.has(feeKey(fee)));
  return { count: lost.length, amount: fromPesewas(lost.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)) };
};
