import { BENEFICIARIES, type Beneficiary, toPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { ALL_KEYS, partsThrough } from '#db/totals/read-totals.ts';

/** The totals' measure of postings on a beneficiary's account, by payment type and day. */
const measureFor = (account: string): string => `shared:${account}`;

/** The key of payouts; types have codes in uppercase. */
export const PAYOUT_KEY = 'payout';

/** Pesewas on a beneficiary's account by payment type or payout, debits positive. */
export type SharedSum = { beneficiary: Beneficiary; key: string; pesewas: bigint };

/**
 * Movements of some days on the beneficiaries' accounts, out of the totals: it costs the same at
 * any number of payments.
 */
export const sharedBetween = async (
  db: Db,
  { before, to }: { before: string; to: string },
  accounts: Readonly<Record<Beneficiary, string>>,
): Promise<SharedSum[]> => {
  const keys = sql<boolean>`key <> ${sql.lit(ALL_KEYS)}`;
  const parts = BENEFICIARIES.flatMap((beneficiary) => {
    const through = (day: string) =>
      partsThrough({ measure: measureFor(accounts[beneficiary]), day: sql`${day}::date`, keys });
    return [
      sql`SELECT ${sql.lit(beneficiary)} AS beneficiary, key, amount FROM (${through(to)}) AS later`,
      sql`SELECT ${sql.lit(beneficiary)}, key, -amount FROM (${through(before)}) AS earlier`,
    ];
  });
  const { rows } = await sql<{ beneficiary: Beneficiary; key: string; amount: string }>`
    SELECT beneficiary, key, sum(amount)::numeric(20, 2)::text AS amount
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts GROUP BY beneficiary, key HAVING sum(amount) <> 0
    ORDER BY key, beneficiary`.execute(db);
  return rows.map(({ beneficiary, key, amount }) => ({ beneficiary, key, pesewas: toPesewas(amount) }));
};
