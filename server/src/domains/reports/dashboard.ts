import { type Dashboard, MAX_UNPAID_COUNTED, type Permission, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countWaitingCases } from '#domains/clearance';
import { countDrivers, countNewDrivers, countWaitingCarRequests } from '#domains/drivers';
import { countFailedJobs } from '#domains/jobs';
import { countNewContactMessages } from '#domains/messages';
import { countIncompleteRegistrations, received, waitingFigures } from '#domains/payments';
import { paymentTypes } from '#domains/prices';
import { lastCheck } from './book-checks/book-checks.repo.ts';
import { presentLastCheck } from './book-checks/check-books.ts';

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

/** How much waits behind items of the menu, by their path, of those that the caller may open. */
export const officeCounts = async (db: Db, can: Can): Promise<Record<string, number>> => ({
  ...(can('payments.clear') && { '/payment_clearance': (await countWaitingCases(db)).count }),
  ...(can('drivers.register') && { '/admin_registration': await countIncompleteRegistrations(db) }),
  ...(can('contact.answer') && { '/contact_messages': await countNewContactMessages(db) }),
});
