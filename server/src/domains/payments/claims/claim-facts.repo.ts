import type { Price } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Counting } from '#db/counting.ts';
import type { Db } from '#db/database.ts';
import { ACTIVE_STATUSES } from '../payments.repo.ts';
import type { Fee } from './fee-rules.ts';

/** The relations of other domains that a claim is judged by, each of one claim: one row at most of `type` and `driver`. */
export type Judged<Type, Driver> = {
  type: RawBuilder<Type>;
  driver: RawBuilder<Driver>;
  /** Columns `type_code`, `plan` and `amount`, as text. */
  prices: RawBuilder<Price>;
};

export type ClaimFacts<Type, Driver> = {
  type: Type | null;
  driver: Driver | null;
  prices: Price[];
  /** A payment of the driver's for the same fee was cleared or credit was used for it, of a type that is not paid as often as one likes. */
  is_paid: boolean;
  /** The driver has a payment of the type that is required before, neither rejected nor reversed, or used credit for it. */
  has_required: boolean;
  counted: number;
};

const IS_ACTIVE = sql`status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})`;

/** Written out for a fee with a month and for one without: no index serves IS NOT DISTINCT FROM. */
const monthIs = ({ payment_year, payment_month }: Fee) => sql`
  payment_year ${payment_year === null ? sql`IS NULL` : sql`= ${payment_year}`}
  AND payment_month ${payment_month === null ? sql`IS NULL` : sql`= ${payment_month}`}`;

/**
 * Everything that a claim is judged by, of which `counting` counts as a part. One statement, because a round trip costs more
 * than any of it. Numbers that must stay exact are text in `judged`, since the rows come as JSON.
 */
export const claimFacts = async <Type extends object, Driver extends object>(
  db: Db,
  fee: Fee,
  { type, driver, prices }: Judged<Type, Driver>,
  counting: Counting | null,
): Promise<ClaimFacts<Type, Driver>> => {
  const { rows } = await sql<ClaimFacts<Type, Driver>>`
    WITH claim AS (SELECT), claimed AS (${type}), payer AS (${driver})${counting ? sql`, ${counting.steps('claim')}` : sql``}
    SELECT row_to_json(claimed) AS type, row_to_json(payer) AS driver,
      (SELECT coalesce(json_agg(price), '[]') FROM (${prices}) AS price) AS prices,
      EXISTS (
        SELECT FROM payments
        WHERE driver_id = payer.id::bigint AND type_code = claimed.type_code AND ${monthIs(fee)}
          AND status = 'cleared' AND period <> 'any' AND NOT is_credit
      ) OR EXISTS (
        SELECT FROM credit_uses
        WHERE driver_id = payer.id::bigint AND type_code = claimed.type_code AND ${monthIs(fee)} AND status = 'used'
      ) AS is_paid,
      EXISTS (
        SELECT FROM payments
        WHERE driver_id = payer.id::bigint AND type_code = claimed.required_type AND ${IS_ACTIVE}
          AND NOT is_credit
      ) OR EXISTS (
        SELECT FROM credit_uses
        WHERE driver_id = payer.id::bigint AND type_code = claimed.required_type AND status = 'used'
      ) AS has_required,
      ${counting?.counted ?? sql`0`} AS counted
    FROM claim LEFT JOIN claimed ON true LEFT JOIN payer ON true`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('No facts of a claim');
  return facts;
};
