import type { NewRentRun } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { rentRunJob, startRentRun } from '#domains/land';
import type { TestApp } from '../harness.ts';
import type { AtWork } from './desk-work.ts';
import { nextTransactionId } from './submissions.ts';

type Tenancy = { id: string; plot_id: string; tenant_id: string };

/** A year's rent that was raised on a tenancy, by a run of its own that the books do not have. */
export const buildRentCharge = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { id, plot_id, tenant_id }: Tenancy,
  { year = 2026, amount = '400.00' } = {},
): Promise<void> => {
  await sql`
    WITH run AS (
      INSERT INTO rent_runs (kind, year, is_dry, state, job_id, asked_by, asked_at, ended_at)
      SELECT 'rent', ${year}, false, 'done', 1, min(id), ${clock.now}, ${clock.now} FROM accounts RETURNING id, asked_by
    ), batch AS (
      INSERT INTO rent_batches (run_id, kind, year, day, count, total, raised_by, raised_at)
      SELECT id, 'rent', ${year}, ${clock.now}::date, 1, ${amount}::numeric, asked_by, ${clock.now} FROM run RETURNING id
    )
    INSERT INTO rent_charges (batch_id, tenancy_id, plot_id, tenant_id, kind, year, amount, due_on, from_day, until_day)
    SELECT id, ${id}::bigint, ${plot_id}::bigint, ${tenant_id}::bigint, 'rent', ${year}, ${amount}::numeric,
      make_date(${year}, 1, 1), make_date(${year}, 1, 1), make_date(${year} + 1, 1, 1)
    FROM batch`.execute(db);
};

/** Ground rent that was paid on a tenancy, as the row alone: its money is not recorded. */
export const buildRentPayment = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { id: tenancy_id, plot_id, tenant_id }: Tenancy,
  amount: string,
  status: 'submitted' | 'cleared' = 'cleared',
): Promise<{ id: string }> => {
  const payment = {
    ...({ tenancy_id, plot_id, tenant_id, type_code: 'CC2000', period: 'any', amount, status } as const),
    ...{ transaction_id: nextTransactionId(), transaction_date: '2026-11-20', created_at: clock.now },
    ...{ payer_name: 'GRACE ODONKOR', payer_details: '' },
  };
  return db.insertInto('payments').values(payment).returning('id').executeTakeFirstOrThrow();
};

/** Starts a rent run and does it to its end; its job finds nothing left to do. */
export const buildRentRun = async (tx: Tx, body: NewRentRun, { by, now }: AtWork): Promise<void> => {
  const { id } = await startRentRun(tx, { body, by, now });
  const { chunk } = rentRunJob;
  let position: unknown = null;
  do {
    ({ next: position } = await chunk(tx, { input: { run_id: id }, position, by, now }));
  } while (position !== null);
};
