import {
  formatDay,
  LEASE_EVENTS,
  LEASE_SPANS,
  type LeaseClockRow,
  type ListQuery,
  leaseClockList,
  type NotedReview,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { countLeaseClock, leaseClockSql, lockTenancyForReview, planNextReview } from './lease-clock.repo.ts';

/** The lease clock of a day in Accra, with the names of plots and tenants. */
export const leaseClockSource: ListSource<ListQuery<typeof leaseClockList>, LeaseClockRow, string> = listSource(
  leaseClockList,
  leaseClockSql,
  async (rows, db) => {
    const names = await namesOfTenancies(db, pluck(rows, 'tenancy_id'));
    return rows.flatMap((row) => {
      const of = names.get(row.tenancy_id);
      return of ? [{ ...row, ...of }] : [];
    });
  },
);

/** The counts of the lease clock go no further. */
const MOST_COUNTED = 1_000;

/** How many rows each event and span of the lease clock has on a day. */
export const leaseClockFigures = (db: Db, day: string) =>
  Promise.all(
    LEASE_EVENTS.flatMap((what) =>
      LEASE_SPANS.map(async (within) => ({
        ...{ what, within, count: await countLeaseClock(db, what, within, day, MOST_COUNTED) },
      })),
    ),
  );

type Noting = { id: string; body: NotedReview; by: Caller; now: Date };

/**
 * Notes that a review was held, and plans the next one. Refused with 404 `not_found`, and 409
 * `conflict` where the tenancy has ended or that review was noted before.
 */
export const noteRentReview = async (tx: Tx, { id, body: { review_on, reason }, by, now }: Noting): Promise<string> => {
  const tenancy = await lockTenancyForReview(tx, id);
  if (tenancy.held_until !== null) throw new Refusal('conflict', 'This tenancy has ended.');
  if (tenancy.review_on !== review_on) throw new Refusal('conflict', 'This review was noted before.');
  const next = await planNextReview(tx, id);
  const subject = { kind: 'tenancy', id, name: tenancy.indenture_number };
  const [before, after] = [{ review_on }, { review_on: next, reason }];
  await audit(tx, by, { action: 'tenancies.review', subject, before, after }, now);
  return next === null
    ? 'The review is noted. It was the last one of the term.'
    : `The review is noted. The next one is on ${formatDay(next)}.`;
};
