import {
  type Dashboard,
  fullName,
  type JustNow,
  MAX_UNPAID_COUNTED,
  monthCode,
  OFFICE_SEARCH_MATCHES,
  type OfficeMatches,
  type Permission,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countApprovalsFor, kindsFor } from '#domains/approvals';
import { countWaitingCases, latestTransfers } from '#domains/clearance';
import {
  countDrivers,
  countNewDrivers,
  countWaitingCarRequests,
  driversById,
  findDriversByText,
  latestDrivers,
} from '#domains/drivers';
import { loginsOf } from '#domains/identity';
import { countFailedJobs } from '#domains/jobs';
import { countNewContactMessages } from '#domains/messages';
import {
  countIncompleteRegistrations,
  findPaymentsByText,
  incomeOf,
  latestPayments,
  waitingFigures,
} from '#domains/payments';
import { readPaymentTypes } from '#domains/prices';
import type { Caller } from '#lib/caller.ts';
import { lastCheck } from './book-checks/book-checks.repo.ts';
import { presentLastCheck } from './book-checks/check-books.ts';

export type Can = (permission: Permission) => boolean;

/** How many changes wait for the caller’s approval. */
const waitingFor = (db: Db, by: Caller): Promise<number> =>
  countApprovalsFor(db, { kinds: kindsFor(by), accountId: by.accountId });

/**
 * The dashboard's figures of a day in Accra, from totals and partial indexes, so that they cost the
 * same at any size. Amounts only for readers of money.
 */
export const dashboard = async (db: Db, { now, can, by }: { now: Date; can: Can; by: Caller }): Promise<Dashboard> => {
  const day = today(now);
  const { count, amount, oldest_at } = await waitingFigures(db);
  const claims = { count, oldest_at: oldest_at?.toISOString() ?? null };
  const drivers = { count: await countDrivers(db), ...(await countNewDrivers(db, day, MAX_UNPAID_COUNTED)) };
  const others = {
    ...(can('jobs.read') && { failed_jobs: await countFailedJobs(db) }),
    ...(can('approvals.read') && { approvals: await waitingFor(db, by) }),
    ...(can('contact.answer') && { new_messages: await countNewContactMessages(db) }),
    ...(can('drivers.change') && { car_requests: await countWaitingCarRequests(db, MAX_UNPAID_COUNTED) }),
  };
  if (!can('payments.read')) return { today: day, drivers, claims, ...others };
  const check = await lastCheck(db);
  return {
    today: day,
    drivers,
    claims: { ...claims, amount },
    received: await incomeOf(db, day, await readPaymentTypes(db)),
    books: check && presentLastCheck(check),
    ...others,
  };
};

/** Waiting counts by the path of the menu item, for items that the caller may open. */
export const officeCounts = async (db: Db, can: Can, by: Caller): Promise<Record<string, number>> => ({
  ...(can('payments.clear') && { '/payment_clearance': (await countWaitingCases(db)).count }),
  ...(can('drivers.register') && { '/admin_registration': await countIncompleteRegistrations(db) }),
  ...(can('approvals.read') && { '/approvals': await waitingFor(db, by) }),
  ...(can('contact.answer') && { '/contact_messages': await countNewContactMessages(db) }),
});

const SHOWN = 10;

const registrations = async (db: Db): Promise<JustNow[]> =>
  (await latestDrivers(db, SHOWN)).map(({ id, car_number, registered_at, ...names }) => ({
    kind: 'driver',
    id,
    at: registered_at.toISOString(),
    name: fullName(names),
    car_number,
  }));

const claims = async (db: Db): Promise<JustNow[]> => {
  const payments = await latestPayments(db, SHOWN);
  const drivers = await driversById(db, [...new Set(payments.map(({ driver_id }) => driver_id))]);
  const byId = new Map(drivers.map((driver) => [driver.id, driver]));
  return payments.flatMap(({ id, driver_id, type_code, payment_year, payment_month, amount, created_at }) => {
    const driver = byId.get(driver_id);
    if (!driver) return [];
    return {
      kind: 'claim',
      id,
      at: created_at.toISOString(),
      name: fullName(driver),
      driver_code: driver.driver_code,
      amount,
      payment_type: type_code,
      payment_year,
      payment_month: monthCode(payment_month),
    };
  });
};

const money = async (db: Db): Promise<JustNow[]> => {
  const transfers = await latestTransfers(db, SHOWN);
  const logins = await loginsOf(db, [...new Set(transfers.flatMap(({ captured_by }) => captured_by ?? []))]);
  return transfers.map(({ id, amount, mode, source, captured_by, captured_at }) => ({
    kind: 'money',
    id,
    at: captured_at.toISOString(),
    amount,
    mode,
    source,
    by: captured_by === null ? null : (logins.get(captured_by) ?? null),
  }));
};

/** The latest registrations, claims and money that the caller may see. */
export const justNow = async (db: Db, can: Can): Promise<JustNow[]> =>
  [
    ...(can('drivers.read') ? await registrations(db) : []),
    ...(can('payments.read') ? [...(await claims(db)), ...(await money(db))] : []),
  ]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, SHOWN);

type Allowed = { drivers: boolean; payments: boolean };

const cut = <Row>(rows: Row[]): { rows: Row[]; has_more: boolean } => ({
  rows: rows.slice(0, OFFICE_SEARCH_MATCHES),
  has_more: rows.length > OFFICE_SEARCH_MATCHES,
});

/** Finds drivers and payments by prefix; null for kinds that the caller may not search. */
export const searchOffice = async (db: Db, text: string, may: Allowed): Promise<OfficeMatches> => {
  // One extra row shows that there are more.
  const most = OFFICE_SEARCH_MATCHES + 1;
  const [drivers, payments] = await Promise.all([
    may.drivers ? findDriversByText(db, text, most) : null,
    may.payments ? findPaymentsByText(db, text, most) : null,
  ]);
  return { drivers: drivers && cut(drivers), payments: payments && cut(payments) };
};
