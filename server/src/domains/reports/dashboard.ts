import {
  addDays,
  type Dashboard,
  fullName,
  isWithoutAccount,
  type JustNow,
  MAX_UNPAID_COUNTED,
  monthCode,
  type Permission,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countApprovalsFor, kindsFor } from '#domains/approvals';
import { cashUpsMissing } from '#domains/books';
import { countWaitingCases, latestTransfers, statementsBehind } from '#domains/clearance';
import { countEndingBundles } from '#domains/devices';
import { countWaitingCarRequests, driverFigures, driversById, latestDrivers } from '#domains/drivers';
import { loginsOf, usersToConfirm } from '#domains/identity';
import { countOpenIncidents, figuresOfEmergencies } from '#domains/incidents';
import { countFailedJobs } from '#domains/jobs';
import {
  countHeardCases,
  countLateApplications,
  countWaitingActivations,
  countWaitingApplications,
  countWaitingOfTenants,
} from '#domains/land';
import { countNewContactMessages, countNewTenantMessages } from '#domains/messages';
import {
  type BookedMinutes,
  countWaitingRegistrations,
  incomeOf,
  latestPayments,
  waitingFigures,
} from '#domains/payments';
import { factsToEnter, readSite } from '#domains/site';
import { countOpenEntries, presentOutage } from '#domains/tracking';
import type { Caller } from '#lib/caller.ts';
import { type BackupDeps, presentArchive } from './backup-news.ts';
import { lastBackups } from './backups.repo.ts';
import { lastCheck } from './book-checks/book-checks.repo.ts';
import { presentLastCheck } from './book-checks/show-checks.ts';

export type Can = (permission: Permission) => boolean;

/** How many changes wait for the caller’s approval. */
const waitingFor = (db: Db, by: Caller): Promise<number> =>
  countApprovalsFor(db, { kinds: kindsFor(by), accountId: by.accountId });

const claimsWaiting = async (db: Db): Promise<Dashboard['claims']> => {
  const { oldest_at, ...waiting } = await waitingFigures(db);
  return { ...waiting, oldest_at: oldest_at?.toISOString() ?? null };
};

const booksChecked = async (db: Db): Promise<Dashboard['books']> => {
  const check = await lastCheck(db);
  return check && presentLastCheck(check);
};

/** Trackers whose bundle ends within the days of the setting. */
const bundlesEnding = async (db: Db, day: string): Promise<Dashboard['ending_bundles']> => {
  const until = addDays(day, (await readSite(db)).bundle_days);
  return { count: await countEndingBundles(db, until), until };
};

const isOwnerTold = async (db: Db): Promise<boolean> => {
  const { owner_numbers, owner_emails } = await readSite(db);
  return owner_numbers.length + owner_emails.length > 0;
};

/** `checkDays` lie between two times that a backup is opened. */
export type DashboardDeps = { booked: BookedMinutes; checkDays: number } & BackupDeps;

const backupMade = async (
  db: Db,
  now: Date,
  { makesBackups, archive, checkDays }: Omit<DashboardDeps, 'booked'>,
): Promise<Dashboard['backup']> => {
  if (!makesBackups) return { made_at: null, is_elsewhere: true };
  const { madeAt, ...opened } = await lastBackups(db, now);
  return {
    made_at: madeAt?.toISOString() ?? null,
    ...(archive && { archive: presentArchive(archive(), { ...opened, checkDays }, now) }),
  };
};

type Asked = DashboardDeps & { now: Date; can: Can; by: Caller };

/**
 * The dashboard's figures of a day in Accra, from totals and partial indexes, so that they cost the
 * same at any size. Each only for those who may open what it counts, all read at once.
 */
export const dashboard = async (db: Db, { now, can, by, booked, ...backups }: Asked): Promise<Dashboard> => {
  const [day, time] = [today(now), now.toISOString().slice(11, 16)];
  const when = <T>(may: boolean, read: () => Promise<T>): Promise<T | undefined> =>
    may ? read() : Promise.resolve(undefined);
  const seesMoney = can('payments.read');
  const [
    drivers,
    failed,
    approvals,
    messages,
    cars,
    claims,
    received,
    books,
    backup,
    watch,
    bundles,
    emergencies,
    late,
    heard,
    feeds,
    behind,
    uncounted,
    unconfirmed,
    owner,
    setup,
  ] = await Promise.all([
    when(can('drivers.read') || can('drivers.register'), () => driverFigures(db, day, MAX_UNPAID_COUNTED)),
    when(can('jobs.read'), () => countFailedJobs(db)),
    when(can('approvals.read'), () => waitingFor(db, by)),
    when(can('contact.answer'), () => countNewContactMessages(db)),
    when(can('drivers.change'), () => countWaitingCarRequests(db, MAX_UNPAID_COUNTED)),
    when(seesMoney, () => claimsWaiting(db)),
    when(seesMoney, () => incomeOf(db, { day, time, booked })),
    when(can('books.read'), () => booksChecked(db)),
    when(can('jobs.read'), () => backupMade(db, now, backups)),
    when(can('tracking.read'), () => countOpenEntries(db)),
    when(can('devices.read'), () => bundlesEnding(db, day)),
    when(can('incidents.read'), () => figuresOfEmergencies(db, now)),
    when(can('land.read'), () => countLateApplications(db, day)),
    when(can('land.read'), () => countHeardCases(db, day)),
    when(can('tracking.read') || can('incidents.read'), () => presentOutage(db)),
    when(can('payments.clear'), () => statementsBehind(db, day)),
    when(can('books.read'), () => cashUpsMissing(db, { from: addDays(day, -7), to: addDays(day, -1) })),
    when(can('users.change'), () => usersToConfirm(db)),
    when(can('site.change'), () => isOwnerTold(db)),
    factsToEnter(db),
  ]);
  return {
    today: day,
    time,
    ...(drivers && can('drivers.read') && { drivers }),
    ...(drivers && can('drivers.register') && { incomplete_registrations: drivers.unpaid }),
    ...(failed !== undefined && { failed_jobs: failed }),
    ...(approvals !== undefined && { approvals }),
    ...(messages !== undefined && { new_messages: messages }),
    ...(cars !== undefined && { car_requests: cars }),
    ...(claims && { claims }),
    ...(received && { received }),
    ...(books !== undefined && { books }),
    ...(backup && { backup }),
    ...(watch !== undefined && { watch_entries: watch }),
    ...(bundles && { ending_bundles: bundles }),
    ...(emergencies && { emergencies }),
    ...(late !== undefined && { late_applications: late }),
    ...(heard !== undefined && { heard_cases: heard }),
    ...(feeds && { feeds }),
    ...(behind && { statements_behind: behind }),
    ...(setup && (can('site.change') || isWithoutAccount(setup)) && { setup }),
    ...(uncounted !== undefined && { uncounted_cash: uncounted }),
    ...(unconfirmed && { unconfirmed_users: unconfirmed }),
    ...(owner !== undefined && { owner_is_told: owner }),
  };
};

type Counted = { can: Can; by: Caller };

/** Waiting counts by the path of the menu item, for items that the caller may open. */
export const officeCounts = async (db: Db, { can, by }: Counted): Promise<Record<string, number>> => ({
  ...(can('payments.clear') && { '/payment_clearance': (await countWaitingCases(db)).count }),
  ...(can('drivers.register') && { '/admin_registration': await countWaitingRegistrations(db) }),
  ...(can('approvals.read') && { '/approvals': await waitingFor(db, by) }),
  ...(can('contact.answer') && { '/contact_messages': await countNewContactMessages(db) }),
  ...(can('incidents.read') && { '/response_request': await countOpenIncidents(db) }),
  ...(can('tracking.read') && { '/tracker_watch': await countOpenEntries(db) }),
  ...(can('land.answer') && {
    '/update_response': await countWaitingOfTenants(db),
    '/activation_response': await countWaitingActivations(db),
    '/messages_response': await countNewTenantMessages(db),
  }),
  ...(can('land.approve') && { '/pending_approvals': await countWaitingApplications(db) }),
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
