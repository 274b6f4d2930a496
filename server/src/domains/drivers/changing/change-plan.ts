import { addMonths, type DriverPlanChange, PLAN_MONTHS_AHEAD, type PlanFrom, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockDriver } from '../drivers.repo.ts';
import { keepChange, planOfMonth, putOnPlan } from './changes.repo.ts';

type Acting = { caller: Caller; id: string; now: Date };

/** The record of a driver's plan from a month on, in which those who changed it had a hand. */
export const planSubject = (driverId: string, from: string) => ({ kind: 'plan', id: `${driverId} ${from}` });

/**
 * Puts a driver on another plan from a month on, `2026-11`, by default the next one. Earlier months
 * keep their plan and price, and so does a plan that begins later. The history keeps both plans,
 * the author and the reason. Returns the plan with its month. Idempotent. Refused with 404
 * `not_found`; with 422 `refused` for a month before the registration's or more than a year ahead;
 * and with 409 `conflict` for a removed driver.
 */
export const changePlan = (
  db: Db,
  { caller, id, now }: Acting,
  { plan, from = addMonths(today(now), 1), reason }: DriverPlanChange,
): Promise<PlanFrom> =>
  db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, id);
    if (driver.removed_at) throw new Refusal('conflict', 'This driver is removed, so the plan stays as it is.');
    if (from < driver.registered_on.slice(0, 7)) {
      throw new Refusal('refused', 'A plan cannot begin before the month of the registration.');
    }
    if (from > addMonths(today(now), PLAN_MONTHS_AHEAD)) {
      throw new Refusal('refused', 'A plan is agreed at most a year ahead.');
    }
    const before = await planOfMonth(tx, id, from);
    if (before === plan) return { plan, from };
    await putOnPlan(tx, id, { plan, from });
    const subject = { kind: 'driver', id, name: driver.driver_code };
    const values = { before: { plan: before }, after: { plan, from } };
    const made = { changed_at: now, changed_by: caller.accountId, reason };
    await keepChange(tx, { driver_id: id, version: null, ...made, ...values });
    await audit(tx, caller, { action: 'drivers.change_plan', subject, ...values }, now);
    const subjects = [planSubject(id, from)];
    await noteHands(tx, [{ accountId: caller.accountId, what: 'changed_price', subjects }], now);
    return { plan, from };
  });
