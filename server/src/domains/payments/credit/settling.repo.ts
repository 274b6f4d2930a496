import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Relations of other domains. Their rows come as JSON, so exact numbers must be text. */
type Relations<Type, Driver> = {
  types: RawBuilder<Type>;
  drivers: RawBuilder<Driver>;
  credits: RawBuilder<{ driver_id: string; credit: string }>;
  openingDebts: RawBuilder<{ driver_id: string; amount: string }>;
  /** A price of one row at most, as text. */
  lowestPrice: RawBuilder<{ amount: string | null }>;
  /** The company's settings as stored, of one row at most. */
  site: RawBuilder<{ value: unknown }>;
};

type Rows<Type, Driver> = {
  types: Type[];
  drivers: Driver[];
  credits: { driver_id: string; credit: string }[];
  opening_debts: { driver_id: string; amount: string }[];
  lowest_price: string | null;
  site: unknown;
};

const listOf = (relation: RawBuilder<unknown>) =>
  sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${relation}) AS listed)`;

/** Reads all of these by one statement, since the round trips dominate what clearing costs. */
export const settlingRows = async <Type, Driver>(
  tx: Tx,
  { types, drivers, credits, openingDebts, lowestPrice, site }: Relations<Type, Driver>,
): Promise<Rows<Type, Driver>> => {
  const { rows } = await sql<Rows<Type, Driver>>`
    SELECT ${listOf(types)} AS types, ${listOf(drivers)} AS drivers, ${listOf(credits)} AS credits,
      ${listOf(openingDebts)} AS opening_debts, (${lowestPrice}) AS lowest_price, (${site}) AS site`.execute(tx);
  const [read] = rows;
  if (!read) throw new Error('No facts to settle by');
  return read;
};
