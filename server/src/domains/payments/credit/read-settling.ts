import { type Site, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type NamedDriver, openingDebts, ownersAmong } from '#domains/drivers';
import { creditRows } from '#domains/ledger';
import { lowestPrice, typesInOrder } from '#domains/prices';
import { siteOf, storedSite } from '#domains/site';
import type { PaymentTypes } from '../standing/due-fees.ts';
import { settlingRows } from './settling.repo.ts';

/** All that drivers' money is settled by. Amounts are pesewas, by the driver's id. */
export type SettlingFacts = {
  types: PaymentTypes;
  drivers: ReadonlyMap<string, NamedDriver>;
  /** The credit that the books have; drivers without any are left out. */
  credits: ReadonlyMap<string, bigint>;
  /** Debts of a take-over, as they were then; drivers without any are left out. */
  openingDebts: ReadonlyMap<string, bigint>;
  /** Null where there is no price at all. */
  lowestPrice: bigint | null;
  site: Site;
};

/** Reads what the money of locked drivers is settled by, in one statement. */
export const readSettling = async (tx: Tx, driverIds: readonly string[]): Promise<SettlingFacts> => {
  const { types, drivers, credits, opening_debts, lowest_price, site } = await settlingRows(tx, {
    types: typesInOrder,
    drivers: ownersAmong(driverIds),
    credits: creditRows(driverIds),
    openingDebts: openingDebts(driverIds),
    lowestPrice,
    site: storedSite,
  });
  return {
    types,
    drivers: new Map(drivers.map((driver) => [driver.id, driver])),
    credits: new Map(credits.map(({ driver_id, credit }) => [driver_id, toPesewas(credit)])),
    openingDebts: new Map(opening_debts.map(({ driver_id, amount }) => [driver_id, toPesewas(amount)])),
    lowestPrice: lowest_price === null ? null : toPesewas(lowest_price),
    site: siteOf(site).site,
  };
};
