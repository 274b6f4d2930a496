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

const sumOf = (fees: readonly { amount: string }[]): bigint =>
  fees.reduce((sum, { amount }) => sum + toPesewas(amount), 0n);

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

type Coded = { driver_code: string };

/** A merge as the list of waivers names it: `DRV000001 merged into DRV000002`. */
export const mergeInWords = (duplicate: Coded, kept: Coded): string =>
  `${duplicate.driver_code} merged into ${kept.driver_code}`;

/** The debts that a merge ends: those of the duplicate, and those of the record to keep. */
export type LostDebts = { count: number; amount: string; pays: string };

/**
 * The fees that a duplicate owes and that the record to keep neither owes nor has paid: they were
 * due before its first month, or its list says that they were paid. Plans may differ, which is the
 * office's choice at any time. `pays` is the part of the kept record's debts that vanishes, since
 * the duplicate paid these fees or has credit for them. It adds up and tries nothing, as other
 * changes do that give up debts: the page says it before, and a trial would post to the books.
 */
export const lostDebts = async (
  db: Db,
  { id, into, now }: { id: string; into: string; now: Date },
): Promise<LostDebts> => {
  const [kept, duplicate] = [await standingOf(db, into, now), await standingOf(db, id, now)];
  const stays = new Set([...paidFor(kept.fees), ...kept.due].map(feeKey));
  const lost = duplicate.due.filter((fee) => !stays.has(feeKey(fee)));
  const paid = new Set(paidFor(duplicate.fees).map(feeKey));
  const covered = sumOf(kept.due.filter((fee) => paid.has(feeKey(fee))));
  const credit = duplicate.credit > 0n ? duplicate.credit : 0n;
  const pays = fromPesewas(covered + least(credit, sumOf(kept.due) - covered));
  return { count: lost.length, amount: fromPesewas(sumOf(lost)), pays };
};
