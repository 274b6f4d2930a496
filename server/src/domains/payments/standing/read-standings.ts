import type { PlanFrom } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes, readPrices } from '#domains/prices';
import { dueFees } from './due-fees.ts';
import { type DriverFee, feesOfDrivers } from './member-payments.repo.ts';

type Driver = { id: string; plans: readonly PlanFrom[]; registered_on: string };

/** A driver's payments that are submitted or cleared, and what is due. */
export type Standing = ReturnType<typeof dueFees> & { fees: readonly DriverFee[] };

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Reads each driver’s payments and what is due up to `day`, by driver; three statements for any number of them. */
export const readStandings = async (
  db: Db,
  drivers: readonly Driver[],
  day: string,
): Promise<ReadonlyMap<string, Standing>> => {
  const types = await paymentTypes(db);
  const first = Math.min(yearOf(day), ...drivers.map(({ registered_on }) => yearOf(registered_on)));
  const price = await readPrices(db, { first, last: yearOf(day) });
  const paid = await feesOfDrivers(
    db,
    drivers.map(({ id }) => id),
  );
  return new Map(
    drivers.map(({ id, plans, registered_on }) => {
      const fees = paid.get(id) ?? [];
      return [id, { fees, ...dueFees({ types, price, plans, registered_on, fees, day }) }];
    }),
  );
};
