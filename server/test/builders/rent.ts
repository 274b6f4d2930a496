import { sql } from 'kysely';
import type { TestApp } from '../harness.ts';

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
