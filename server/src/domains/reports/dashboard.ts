import { type Dashboard, MAX_UNPAID_COUNTED, type Permission, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countDrivers, countNewDrivers, countWaitingCarRequests } from '#domains/drivers';
import { countFailedJobs } from '#domains/jobs';
import { countNewContactMessages } from '#domains/messages';
import { received, waitingFigures } from '#domains/payments';
import { paymentTypes } from '#domains/prices';
import { presentLastCheck } from './book-checks/book-checks.present.ts';
import { lastCheck } from './book-checks/book-checks.repo.ts';

/** True when the caller holds the permission. */
export type Can = (permission: Permission) => boolean;

/**
 * The dashboard's figures of a day in Accra, from totals and from indexes of what waits, so that they cost the same at any
 * size. Amounts are for those who see money alone.
 */
export const dashboard = async (db: Db, { now, can }: { now: Date; can: Can }): Promise<Dashboard> => {
  const day = today(now);
  const { count, amount, oldest_at } = await waitingFigures(db);
  const claims = { count, oldest_at: oldest_at?.toISOString() ?? null };
  const drivers = { count: await countDrivers(db), ...(await countNewDrivers(db, day, MAX_UNPAID_COUNTED)) };
  const others = {
    ...(can('jobs.read') && { failed_jobs: await countFailedJobs(db) }),
    ...(can('contact.answer') && { new_messages: await countNewContactMessages(db) }),
    ...(can('drivers.change') && { car_requests: await countWaitingCarRequests(db, MAX_UNPAID_COUNTED) }),
  };
  if (!can('payments.read')) return { today: day, drivers, claims, ...others };
  const check = await lastCheck(db);
  return {
    today: day,
    drivers,
    claims: { ...claims, amount },
    received: await received(db, day, await paymentTypes(db)),
    books: check && presentLastCheck(check),
    ...others,
  };
};
