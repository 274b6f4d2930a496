import { CLEARANCE_REACH, normalizeCarNumber, phoneAnywhere, WAITING_REASONS } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isTransactionNamed } from '#db/named-transaction.ts';
import { anyOf } from '#db/records.ts';
import { pluck } from '#lib/values.ts';
import { type CaseRelations, claimCases, moneyCases, noClaimWaits, oldest, referenceKey } from './case-sql.repo.ts';

type Sql = RawBuilder<unknown>;

/** A search, and the drivers whom its text means. */
export type FoundBy = {
  search: string;
  driverIds: readonly string[];
  /** True of so many that only what waits of them is found. */
  isMany: boolean;
  /** True where the text may mean more drivers than these. */
  hasMore: boolean;
  /** Money of payers who are named so. */
  paid: readonly PaidBy[];
};

/** Fewer letters begin too many names. */
const LEAST_OF_NAME = 2;

/** The oldest money that a payer's name finds. */
const MOST_PAID = sql.lit(1_000);

export type PaidBy = { id: string; key: string };

/**
 * Open money, as far as the list reaches, whose payer's name has for each word of the text a word
 * that begins so. Payers' names have no index: open money is read in the order of its own, which
 * has an end (decision 115).
 */
export const moneyPaidBy = async (db: Db, search: string): Promise<PaidBy[]> => {
  const words = search.normalize('NFKC').toUpperCase().split(/\s+/);
  if (/\d/.test(search) || words.some((word) => word.length < LEAST_OF_NAME)) return [];
  const begins = words.map((word) => sql<SqlBool>`strpos(name, ${` ${word}`}) > 0`);
  const { rows } = await sql<PaidBy>`
    SELECT id::text, transaction_key(transaction_id) AS key FROM (
      SELECT id, transaction_id, waits_since, ' ' || upper(payer_name) AS name FROM transfers
      WHERE status = 'open' ORDER BY waits_since, id LIMIT ${sql.lit(CLEARANCE_REACH)}
    ) AS reached WHERE ${sql.join(begins, sql` AND `)} ORDER BY waits_since, reached.id LIMIT ${MOST_PAID}`.execute(db);
  return rows;
};

/** Open money with a number of these drivers, or with the number or reference that was typed. */
const moneyOfNumbers = ({ numbersOfDrivers }: CaseRelations, { search, driverIds }: FoundBy): Sql => {
  const key = referenceKey(sql`reference`);
  // No key has a hyphen.
  const typed = normalizeCarNumber(search) || '-';
  const numbers = numbersOfDrivers(driverIds);
  return sql`
    SELECT id FROM transfers WHERE status = 'open' AND ${key} = ${typed}
    UNION SELECT id FROM transfers WHERE status = 'open' AND payer_number = ${phoneAnywhere(search) ?? '-'}
    UNION SELECT id FROM transfers WHERE status = 'open' AND payer_number = ANY(ARRAY(
      SELECT mobile_number FROM (${numbers}) AS numbers WHERE mobile_number <> ''))
    UNION SELECT id FROM transfers WHERE status = 'open' AND ${key} = ANY(ARRAY(
      SELECT unnest(ARRAY[car_key, driver_code]) FROM (${numbers}) AS numbers))`;
};

/**
 * Cases that a text finds, in every state, with `is_waiting` and `is_decided`. By `place` and then
 * `turn` those that wait stand oldest first, and those that were decided newest first.
 */
export const casesFound = (relations: CaseRelations, found: FoundBy): Sql => {
  const { search, driverIds, isMany, hasMore, paid } = found;
  const named = relations.driversNamed(search);
  const drivers = isMany
    ? named
    : sql<{ id: string }>`${named} UNION SELECT id FROM unnest(${driverIds}::bigint[]) AS ids (id)`;
  const isOfDriver = (id: Sql) =>
    hasMore
      ? sql<SqlBool>`(${id} = ${anyOf(driverIds)} OR ${relations.isDriverOfText(id, search)})`
      : sql<SqlBool>`${id} = ${anyOf(driverIds)}`;
  const keys = sql`SELECT unnest(${pluck(paid, 'key')}::text[])`;
  const claims = { search, drivers, keys, waitingOf: isMany ? isOfDriver : null };
  const waits = sql`reason IN (${sql.join(WAITING_REASONS.map((reason) => sql.lit(reason)))})`;
  return sql`
    SELECT found.*, ${waits} AS is_waiting, NOT ${waits} AS is_decided,
      CASE WHEN ${waits} THEN 1 ELSE -1 END * extract(epoch FROM since) AS place,
      CASE WHEN ${waits} THEN record ELSE -record END AS turn FROM (
      ${claimCases(relations, relations.claimsFound(claims, CLEARANCE_REACH))}
      UNION ALL (${moneyCases(relations)} WHERE money.id = ANY(ARRAY(
        SELECT id FROM transfers WHERE ${isTransactionNamed(search)}
        UNION ${moneyOfNumbers(relations, found)}
        UNION SELECT unnest(${pluck(paid, 'id')}::bigint[])
      )) AND ${noClaimWaits(relations)} ${oldest})
    ) AS found`;
};
