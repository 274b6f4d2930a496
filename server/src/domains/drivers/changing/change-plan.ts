import {
  addMonths,
  type DriverPlanChange,
  formatMonth,
  PLAN_MONTHS_AHEAD,
  PLAN_SLUGS,
  type PlanFrom,
  type PlanSlug,
  planOf,
  today,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import {
  type Approvers,
  askOrApply,
  defineApproval,
  type Forgiving,
  noteHands,
  refuseWhileWaiting,
} from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockDriver } from '../drivers.repo.ts';
import { keepChange, planOfMonth, putOnPlan } from './changes.repo.ts';

type Acting = { caller: Caller; id: string; now: Date };
export type PlanChanging = Approvers & { forgiving: Forgiving; planChange: ReturnType<typeof planChange> };

/** The record of a driver's plan from a month on, in which those who changed it had a hand. */
export const planSubject = (driverId: string, from: string) => ({ kind: 'plan', id: `${driverId} ${from}` });

const nameOf = (plan: PlanSlug): string => planOf(plan)?.name ?? plan;
const saysPlan = ({ plan, from }: PlanFrom): string =>
  `The driver has the plan ${nameOf(plan)} from ${formatMonth(from)} on.`;

/** Locks the driver and gives the plan of the month; refuses a month that no plan may begin in. */
const planBefore = async (tx: Tx, { id, from, now }: { id: string; from: string; now: Date }) => {
  const driver = await lockDriver(tx, id);
  if (driver.removed_at) throw new Refusal('conflict', 'This driver is removed, so the plan stays as it is.');
  if (from < driver.registered_on.slice(0, 7)) {
    throw new Refusal('refused', 'A plan cannot begin before the month of the registration.');
  }
  if (from > addMonths(today(now), PLAN_MONTHS_AHEAD)) {
    throw new Refusal('refused', 'A plan is agreed at most a year ahead.');
  }
  return { driver, before: await planOfMonth(tx, id, from) };
};

const AskedPlan = z.strictObject({
  plan: z.enum(PLAN_SLUGS),
  from: z.string(),
  /** The month's plan that the asker saw. */
  before: z.enum(PLAN_SLUGS).nullable(),
  reason: z.string(),
  forgives: z.string().nullable(),
});

/** Another plan of a driver from a month on, with what it gives up of the months that are due. */
export const planChange = (forgiving: Forgiving) =>
  defineApproval({
    kind: 'drivers.plan',
    input: AskedPlan,
    apply: async (tx, { input: { plan, from, before, reason, forgives }, subjectId: id, ...made }) => {
      const { askedBy, by, now } = made;
      const { driver, before: was } = await planBefore(tx, { id, from, now });
      if (was !== before) throw new Refusal('conflict', `The plan of ${formatMonth(from)} was changed meanwhile.`);
      const forgiven = { driver_id: id, subject: `Plan ${nameOf(plan)} from ${formatMonth(from)}`, reason };
      const asked = { drivers: [id], asked: forgives, ...made };
      await forgiving.giveUp(tx, { kind: 'plan', ...forgiven }, asked, () => putOnPlan(tx, id, { plan, from }));
      const subject = { kind: 'driver', id, name: driver.driver_code };
      const values = { before: { plan: before }, after: { plan, from } };
      const kept = { changed_at: now, changed_by: askedBy.accountId, reason };
      await keepChange(tx, { driver_id: id, version: null, ...kept, ...values });
      await audit(tx, by, { action: 'drivers.change_plan', subject, ...values }, now);
      const subjects = [planSubject(id, from)];
      const people = [...new Set([askedBy.accountId, by.accountId])];
      const hands = people.map((accountId) => ({ accountId, what: 'changed_price' as const, subjects }));
      await noteHands(tx, hands, now);
      return { message: saysPlan({ plan, from }) };
    },
  });

/**
 * Puts a driver on another plan from a month on, `2026-11`, by default the next one, and says so.
 * Earlier months keep their plan and price, and so does a plan that begins later. The history keeps
 * both plans, the author and the reason. One by which due months cost less than before may wait for
 * another person (docs/product/approvals.md, rule 9). Idempotent. Refused with 404 `not_found`;
 * with 422 `refused` for a month before the registration's or more than a year ahead; and with 409
 * `conflict` for a removed driver, and while a change of the driver's plan waits.
 */
export const changePlan = (
  db: Db,
  { caller: by, id, now }: Acting,
  { plan, from = addMonths(today(now), 1), reason }: DriverPlanChange,
  { forgiving, planChange: asking, staff }: PlanChanging,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    await refuseWhileWaiting(tx, 'drivers.plan', id);
    const { driver, before } = await planBefore(tx, { id, from, now });
    if (before === plan) return saysPlan({ plan, from });
    const forgives = await forgiving.sumOf(tx, { drivers: [id], now }, () => putOnPlan(tx, id, { plan, from }));
    const because = await forgiving.whyWaits(tx, { by, now }, forgives);
    const subject = { id, name: driver.driver_code };
    const after = nameOf(plan);
    const changes = [{ field: `Plan from ${formatMonth(from)}`, before: before === null ? '' : nameOf(before), after }];
    const input = { plan, from, before, reason, forgives };
    const asked = { subject, input, changes, because, reason, by, now };
    return (await askOrApply(tx, asking, asked, staff)).message;
  });
