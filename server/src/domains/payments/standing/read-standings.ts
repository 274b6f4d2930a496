import type { PlanFrom } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { creditOf } from '#domains/ledger';
import { paymentTypes, readPrices } from '#domains/prices';
import { type Cover, coverOf, YEARS_AHEAD } from './cover.ts';
import { dueFees } from './due-fees.ts';
import { type DriverFee, feesOfDrivers } from './member-payments.repo.ts';

export type StandingDriver = { id: string; plans: readonly PlanFrom[]; registered_on: string };

/** A driver's payments that are submitted or cleared with uses of credit, what is due and covered, and pesewas of credit. */
export type Standing = ReturnType<typeof dueFees> & Cover & { fees: readonly DriverFee[]; credit: bigint };

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Reads each driver’s payments, credit and what is due up to `day`, by driver; four statements for any number of them. */
export const readStandings = async (
  db: Db,
  drivers: readonly StandingDriver[],
  day: string,
): Promise<ReadonlyMap<string, Standing>> => {
  const types = await paymentTypes(db);
  const first = Math.min(yearOf(day), ...drivers.map(({ registered_on }) => yearOf(registered_on)));
  const price = await readPrices(db, { first, last: yearOf(day) + YEARS_AHEAD });
  const ids = drivers.map(({ id }) => id);
  const paid = await feesOfDrivers(db, ids);
  const credits = await creditOf(db, ids);
  return new Map(
    drivers.map(({ id, plans, registered_on }) => {
      const fees = paid.get(id) ?? [];
      const given = { types, price, plans, registered_on, fees, day };
      return [id, { fees, credit: credits.get(id) ?? 0n, ...dueFees(given), ...coverOf(given) }];
    }),
  );
};
