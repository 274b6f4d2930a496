import type { PaymentStatus, TransferStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** The record that a step chose, the newest for one that was prepared; undefined among none. */
export const chosen = <T>(records: readonly T[], { which, isPrepared }: Step): T | undefined =>
  isPrepared ? records.at(-1) : records[which % records.length];

const ofSequence = ({ payers }: World): string[] => payers.map(({ id }) => id);

/** Payments of the sequence in some states or any; `hasMoney`: those whose money came, if any. */
export const claimsIn = async (world: World, states: readonly PaymentStatus[] | null, hasMoney = false) => {
  const claims = await world.it.db
    .selectFrom('payments')
    .select(['id', 'transaction_id', 'amount', 'type_code', 'has_transfer'])
    .where('driver_id', 'in', ofSequence(world))
    .where('status', 'in', states ?? ['submitted', 'cleared', 'rejected', 'reversed'])
    .orderBy('id')
    .execute();
  const found = claims.filter(({ has_transfer }) => has_transfer);
  return hasMoney && found.length > 0 ? found : claims;
};

/** Money of the sequence in some states or any; `doubted`: only where a statement differs. */
export const moneyIn = async (world: World, states: readonly TransferStatus[] | null, doubted = false) => {
  const money = await world.it.db
    .selectFrom('transfers')
    .select(['id', 'transaction_id', 'amount', 'statement_amount', 'difference_accepted'])
    .where('transaction_id', 'in', world.ids)
    .where('status', 'in', states ?? ['open', 'matched', 'dismissed'])
    .orderBy('id')
    .execute();
  const isDoubted = ({ amount, statement_amount, difference_accepted }: (typeof money)[number]) =>
    statement_amount !== null && statement_amount !== amount && !difference_accepted;
  return doubted ? money.filter(isDoubted) : money;
};

/** Claims that wait, each with another driver who sent its transaction ID. */
export const attemptsIn = async (world: World) =>
  (
    await sql<{ id: string; attempt_id: string }>`
      SELECT payments.id, attempt.id AS attempt_id FROM payments JOIN payment_attempts AS attempt
        ON transaction_key(attempt.transaction_id) = transaction_key(payments.transaction_id)
          AND attempt.driver_id <> payments.driver_id
      WHERE status = 'submitted' AND payments.driver_id = ANY(${ofSequence(world)}::bigint[]) ORDER BY 1, 2`.execute(
      world.it.db,
    )
  ).rows;

export const creditUsesIn = (world: World, states: readonly ('used' | 'returned')[]) =>
  world.it.db
    .selectFrom('credit_uses')
    .select(['id', 'driver_id', 'type_code', 'payment_year', 'payment_month'])
    .where('driver_id', 'in', ofSequence(world))
    .where('status', 'in', states)
    .orderBy('id')
    .execute();

/** The prices of drivers' fees in the year of the sequences. */
export const pricesIn = ({ it }: World) =>
  it.db
    .selectFrom('payment_list')
    .select(['id', 'type_code', 'plan', 'amount'])
    .where('year', '=', 2026)
    .where('type_code', 'in', ['RF', 'SS', 'DP'])
    .orderBy('id')
    .execute();
