import { RELATIONSHIPS } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { addIdentifications, addNationalities, addPaymentTypes, addPrices, addRelationships } from '#domains/lookups';
import { NATIONALITIES } from './reference/nationalities.ts';
import { IDENTIFICATIONS, PAYMENT_TYPES, PRICE_YEARS } from './reference/payments.ts';

const FIRST_PRICES = PRICE_YEARS.flatMap((year) =>
  PAYMENT_TYPES.map(({ type_code, amount }) => ({ year, type_code, amount })),
);

/**
 * Fills the lookups and the first prices, in one transaction, at every start. Each item is inserted once in a
 * database's life: items that staff changed or deleted stay so, and a later version's new items are added.
 */
export const seedReference = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await addNationalities(tx, NATIONALITIES);
    await addIdentifications(tx, IDENTIFICATIONS);
    await addRelationships(tx, RELATIONSHIPS);
    await addPaymentTypes(
      tx,
      PAYMENT_TYPES.map(({ type_code, description, side }) => ({ type_code, description, side })),
    );
    await addPrices(tx, FIRST_PRICES);
  });
};
