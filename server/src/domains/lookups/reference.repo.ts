import type { PAYMENT_SIDES } from '@banbo/contract';
import type { Tx } from '#db/database.ts';

type NewPaymentType = { type_code: string; description: string; side: (typeof PAYMENT_SIDES)[number] };
/** `amount` is money with two decimals. */
type NewPrice = { year: number; type_code: string; amount: string };

/**
 * Those of `items` this list was never given. They count as given from now on, so that an item which staff rename or
 * delete does not come back. A second server that starts meanwhile waits here until the first one's transaction ends.
 */
const firstTimers = async (tx: Tx, list: string, items: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .insertInto('reference_seeds')
    .values(items.map((item) => ({ list, item })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('item')
    .execute();
  return new Set(rows.map((row) => row.item));
};

export const addNationalities = async (tx: Tx, names: readonly string[]): Promise<void> => {
  const values = [...(await firstTimers(tx, 'nationalities', names))].map((nationality) => ({ nationality }));
  if (values.length === 0) return;
  await tx
    .insertInto('nationalities')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const addIdentifications = async (tx: Tx, names: readonly string[]): Promise<void> => {
  const values = [...(await firstTimers(tx, 'identifications', names))].map((identification) => ({ identification }));
  if (values.length === 0) return;
  await tx
    .insertInto('identifications')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const addRelationships = async (tx: Tx, names: readonly string[]): Promise<void> => {
  const values = [...(await firstTimers(tx, 'relationships', names))].map((relationship) => ({ relationship }));
  if (values.length === 0) return;
  await tx
    .insertInto('relationships')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const addPaymentTypes = async (tx: Tx, types: readonly NewPaymentType[]): Promise<void> => {
  const codes = types.map((type) => type.type_code);
  const fresh = await firstTimers(tx, 'payment_types', codes);
  const values = types.filter((type) => fresh.has(type.type_code));
  if (values.length === 0) return;
  await tx
    .insertInto('payment_types')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Adds first prices, but for types that staff have deleted. */
export const addPrices = async (tx: Tx, prices: readonly NewPrice[]): Promise<void> => {
  const key = (price: NewPrice): string => `${price.year} ${price.type_code}`;
  const fresh = await firstTimers(tx, 'payment_list', prices.map(key));
  const types = await tx.selectFrom('payment_types').select('type_code').execute();
  const known = new Set(types.map((type) => type.type_code));
  const values = prices.filter((price) => fresh.has(key(price)) && known.has(price.type_code));
  if (values.length === 0) return;
  await tx
    .insertInto('payment_list')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
