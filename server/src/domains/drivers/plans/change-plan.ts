import { type DriverPlanChange, type PlanFrom, planOf, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { keepChange } from '../changing/changes.repo.ts';
import { lockDriver } from '../removal/removal.repo.ts';
import { planOfMonth, putOnPlan } from './plans.repo.ts';

type Acting = { caller: Caller; id: string; now: Date };

/** The month after that of the moment, `2027-01`. */
const nextMonth = (now: Date): string => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
};

/**
 * Puts a driver on another plan from a month on, `2026-11`, the next one unless told otherwise: the months before keep their
 * plan and price, and a plan that is to begin later still does. Both plans stay with the driver, with who and why. Gives the plan
 * with its month. Refused with 404 `not_found`; with 422 `refused` for a month before the registration's; and with 409 `conflict`
 * for a removed driver and for the plan that the month already has.
 */
export const changePlan = (
  db: Db,
  { caller, id, now }: Acting,
  { plan, from = nextMonth(now), reason }: DriverPlanChange,
): Promise<PlanFrom> =>
  db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, id);
    if (!driver) throw new Refusal('not_found', 'There is no such driver.');
    if (driver.removed_at) throw new Refusal('conflict', 'This driver is removed, so the plan stays as it is.');
    if (from < driver.registered_on.slice(0, 7)) {
      throw new Refusal('refused', 'A plan cannot begin before the month of the registration.');
    }
    const before = await planOfMonth(tx, id, from);
    if (before === plan) {
      throw new Refusal('conflict', `The driver already has the plan ${planOf(plan)?.name} in that month.`);
    }
    await putOnPlan(tx, id, { plan, from });
    const subject = { kind: 'driver', id, name: driver.driver_code };
    const values = { before: { plan: before }, after: { plan, from } };
    const made = { changed_at: now, changed_by: caller.accountId, reason };
    await keepChange(tx, { driver_id: id, version: null, ...made, ...values });
    await audit(tx, caller, { action: 'drivers.change_plan', subject, ...values }, now);
    return { plan, from };
  });
