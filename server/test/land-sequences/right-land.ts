import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../../src/db/database.ts';

/** Records that break a promise of the land side. Each part names the promise. */
const broken = sql<{ what: string; id: string }>`
  SELECT 'two tenancies are current' AS what, plot_id AS id FROM tenancies WHERE held_until IS NULL
  GROUP BY plot_id HAVING count(*) > 1
  UNION ALL
  SELECT 'a chain has a gap', one.id FROM tenancies AS one JOIN tenancies AS former ON former.id = one.previous_id
  WHERE (former.held_until, former.plot_id) IS DISTINCT FROM (one.held_from, one.plot_id)
  UNION ALL
  SELECT 'a tenancy after another does not go on from one', one.id FROM tenancies AS one
  WHERE one.previous_id IS NULL AND EXISTS (
    SELECT FROM tenancies AS other
    WHERE other.plot_id = one.plot_id AND other.held_until = one.held_from AND other.held_until > other.held_from
      AND other.id < one.id AND NOT EXISTS (
        SELECT FROM land_applications WHERE made_tenancy_id = other.id AND status = 'annulled'
      )
  )
  UNION ALL
  SELECT 'tenancies share a day', one.id FROM tenancies AS one JOIN tenancies AS other
    ON other.plot_id = one.plot_id AND other.id > one.id
      AND daterange(one.held_from, one.held_until) && daterange(other.held_from, other.held_until)
  UNION ALL
  SELECT 'a tenancy has no application', one.id FROM tenancies AS one
  WHERE NOT EXISTS (
    SELECT FROM land_applications AS made
    WHERE made.made_tenancy_id = one.id AND made.status IN ('approved', 'annulled')
      AND (made.plot_id, made.tenant_id) = (one.plot_id, one.tenant_id)
  ) AND NOT EXISTS (
    SELECT FROM land_applications AS annulled JOIN tenancies AS ended ON ended.id = annulled.made_tenancy_id
      JOIN tenancies AS former ON former.id = ended.previous_id
    WHERE ended.id = one.previous_id AND annulled.status = 'annulled'
      AND (former.tenant_id, former.commencement, former.term_years, former.indenture_number)
        = (one.tenant_id, one.commencement, one.term_years, one.indenture_number)
  )
  UNION ALL
  SELECT 'the tenancy of what was annulled goes on', id FROM land_applications
  WHERE status = 'annulled' AND EXISTS (SELECT FROM tenancies WHERE id = made_tenancy_id AND held_until IS NULL)
  UNION ALL
  SELECT 'nobody holds again what an annulment took away', id FROM land_applications
  WHERE status = 'annulled' AND ends_tenancy_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM tenancies WHERE previous_id = made_tenancy_id)
  UNION ALL
  SELECT 'an approval lacks a paper', application.id FROM land_applications AS application
    JOIN land_kind_papers AS needed ON needed.kind = application.kind AND is_needed
  WHERE status IN ('approved', 'annulled') AND NOT EXISTS (
    SELECT FROM land_papers WHERE application_id = application.id AND land_papers.paper = needed.paper
  )
  UNION ALL
  SELECT 'somebody decided on their own', application.id FROM land_applications AS application
    JOIN hands ON subject_kind = 'application' AND subject_id = application.id::text AND account_id = decided_by
  UNION ALL
  SELECT 'the log ends in another state', application.id FROM land_applications AS application
  WHERE status <> coalesce((
    SELECT after ->> 'status' FROM audit_log
    WHERE subject_kind = 'application' AND subject_id = application.id::text AND after ? 'status'
    ORDER BY audit_log.id DESC LIMIT 1
  ), 'draft')
  UNION ALL
  SELECT 'the log leaves a state out', subject_id::bigint FROM (
    SELECT subject_id, before ->> 'status' AS was, after ->> 'status' AS is_now,
      lag(after ->> 'status', 1, 'draft') OVER (PARTITION BY subject_id ORDER BY id) AS former
    FROM audit_log WHERE subject_kind = 'application' AND after ? 'status'
  ) AS logged WHERE was IS DISTINCT FROM former`;

/** Expects that every plot has one history, and every tenancy its application and papers. */
export const expectRightLand = async (tx: Tx): Promise<void> => {
  expect((await broken.execute(tx)).rows).toEqual([]);
};
