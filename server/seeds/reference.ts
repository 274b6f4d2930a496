import { BASE_PLAN } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import {
  addBanks,
  addIdentifications,
  addNationalities,
  addRelationships,
  addTitles,
  DEMONYMS,
  firstTimers,
} from '#domains/lookups';
import { addPaymentTypes, addPrices } from '#domains/prices';
import { BANKS } from './reference/banks.ts';
import { FIRST_PRICES, IDENTIFICATIONS, PAYMENT_TYPES } from './reference/payments.ts';
import { RELATIONSHIPS } from './reference/relationships.ts';
import { TITLES } from './reference/titles.ts';

/** Those of `items` that a list was never given, by their key. */
const fresh = async <T>(tx: Tx, list: string, items: readonly T[], keyOf: (item: T) => string): Promise<T[]> => {
  const first = await firstTimers(tx, list, items.map(keyOf));
  return items.filter((item) => first.has(keyOf(item)));
};

/** The base plan's price has the key that it had while there was one price for all. */
const priceKey = ({ year, type_code, plan }: (typeof FIRST_PRICES)[number]): string =>
  [year, type_code, plan === BASE_PLAN ? null : plan].filter((part) => part !== null).join(' ');

/**
 * Fills the lookups and first prices, in one transaction, at every start. An item is inserted once
 * in a database's life: what staff changed or deleted stays so; newer items are added.
 */
export const seedReference = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await addNationalities(tx, [...DEMONYMS.values()]);
    await addIdentifications(tx, IDENTIFICATIONS);
    await addRelationships(tx, RELATIONSHIPS);
    await addBanks(tx, BANKS);
    await addTitles(tx, TITLES);
    await addPaymentTypes(tx, await fresh(tx, 'payment_types', PAYMENT_TYPES, ({ type_code }) => type_code));
    await addPrices(tx, await fresh(tx, 'payment_list', FIRST_PRICES, priceKey));
  });
};
