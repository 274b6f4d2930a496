import { type LandDashboard, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { staffDirectory } from '#domains/identity';
import {
  countLateApplications,
  countLodgedByAge,
  countWaitingActivations,
  countWaitingOfTenants,
  lastDecisions,
  leaseClockFigures,
  sumOwed,
} from '#domains/land';
import { countNewTenantMessages } from '#domains/messages';
import { sumsOfSide } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import type { Can } from './dashboard.ts';

const DECISIONS_SHOWN = 6;
const NAMES_SHOWN = 5;

const ofApplications = async (db: Db, day: string): Promise<LandDashboard['applications']> => ({
  ages: await countLodgedByAge(db, day),
  late: await countLateApplications(db, day),
});

const ofResponses = async (db: Db): Promise<LandDashboard['responses']> => ({
  updates: await countWaitingOfTenants(db),
  activations: await countWaitingActivations(db),
  messages: await countNewTenantMessages(db),
});

const ofMoney = async (db: Db, day: string): Promise<LandDashboard['money']> => {
  const sumOf = async (filter: Parameters<typeof sumsOfSide>[2]) => {
    const { count, amount } = await sumsOfSide(db, 'land', filter);
    return { count, amount };
  };
  return {
    month: await sumOf({ status: 'cleared', from: `${day.slice(0, 7)}-01`, to: day }),
    waiting: await sumOf({ status: 'submitted' }),
  };
};

/**
 * The land side's figures of a day in Accra, from kept totals and partial indexes, counted to a
 * bound, so that they cost the same at any size. Each only for those who may open its rows.
 */
export const landDashboard = async (db: Db, { now, can }: { now: Date; can: Can }): Promise<LandDashboard> => {
  const day = today(now);
  const reads = can('land.read');
  const answers = can('land.answer');
  const [applications, responses, money, rent_owed, lease_clock, decisions, administrators] = await Promise.all([
    reads ? ofApplications(db, day) : undefined,
    answers ? ofResponses(db) : undefined,
    can('land.money') ? ofMoney(db, day) : undefined,
    reads ? sumOwed(db, { day }) : undefined,
    reads ? leaseClockFigures(db, day) : undefined,
    reads ? lastDecisions(db, DECISIONS_SHOWN) : undefined,
    reads || answers ? undefined : staffDirectory.holding(db, 'users.change'),
  ]);
  return {
    today: day,
    ...(applications && { applications }),
    ...(responses && { responses }),
    ...(money && { money }),
    ...(rent_owed && { rent_owed }),
    ...(lease_clock && { lease_clock }),
    ...(decisions && { decisions }),
    ...(administrators && { administrators: pluck(administrators, 'fullname').slice(0, NAMES_SHOWN) }),
  };
};
