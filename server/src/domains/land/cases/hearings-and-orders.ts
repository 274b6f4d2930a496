import {
  COURT_ORDER_KIND_LABELS,
  formatDay,
  type HearingEnd,
  isBlocking,
  MOST_OF_CASE,
  type NewCourtOrder,
  type NewHearing,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { lockPendingCase, subjectOfCase } from './case-changes.ts';
import {
  countOfCase,
  hearingById,
  insertCourtOrder,
  insertHearing,
  lockCourtCase,
  lockPlotsOfCase,
  ordersOfCase,
  plotIdsOfCase,
  updateHearing,
} from './cases.repo.ts';
import { fullCase } from './write-case.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };
type Made = { message: string; id: string };

/** `24 Nov 2026 at 09:00`, or the day alone. */
export const hearingTime = ({ day, at_time }: { day: string; at_time: string | null }): string =>
  at_time === null ? formatDay(day) : `${formatDay(day)} at ${at_time}`;

/**
 * Plans a hearing. Refused with 404, 409 `conflict`, and 422 `refused` for a moment that is past.
 */
export const addHearing = async (tx: Tx, { id, body, by, now }: Asked<NewHearing>): Promise<Made> => {
  const row = await lockPendingCase(tx, id);
  const [day, time] = [today(now), now.toISOString().slice(11, 16)];
  if (body.day < day || (body.day === day && body.at_time !== null && body.at_time < time)) {
    const message = `${hearingTime(body)} is past. A new hearing is today or later.`;
    throw refusalAt('refused', body.day < day ? 'day' : 'at_time', message);
  }
  if ((await countOfCase(tx, 'court_hearings', id)) >= MOST_OF_CASE.hearings) throw fullCase('hearings');
  const hearingId = await insertHearing(tx, { ...body, case_id: id, added_by: by.accountId, added_at: now });
  const after = { ...body, reason: `${hearingTime(body)}: ${body.purpose}` };
  await audit(tx, by, { action: 'court_cases.add_hearing', subject: subjectOfCase(row), after }, now);
  return { message: `The case ${row.suit_number} is heard on ${hearingTime(body)}.`, id: hearingId };
};

/**
 * Notes what became of a hearing. Refused with 404 `not_found`, and with 409 `conflict` before its
 * day, for one that was cancelled, and for cancelling one that was held.
 */
export const endHearing = async (tx: Tx, { id, body, by, now }: Asked<HearingEnd>): Promise<string> => {
  const { case_id } = existing(await hearingById(tx, id), 'hearing');
  const row = await lockCourtCase(tx, case_id);
  const hearing = existing(await hearingById(tx, id), 'hearing');
  const name = `The hearing of ${hearingTime(hearing)}`;
  if (hearing.status === 'cancelled') throw new Refusal('conflict', `${name} was cancelled. Plan a new one.`);
  if (hearing.status === 'held' && body.status === 'cancelled')
    throw new Refusal('conflict', `${name} was held, so it cannot be cancelled.`);
  if (body.status === 'held' && hearing.day > today(now))
    throw new Refusal('conflict', `${name} is still ahead. Its outcome is noted on that day or later.`);
  await updateHearing(tx, id, body);
  const { status, outcome } = hearing;
  const after = { ...body, reason: `${formatDay(hearing.day)}: ${body.outcome}` };
  const change = { subject: subjectOfCase(row), before: { status, outcome }, after };
  await audit(tx, by, { action: 'court_cases.end_hearing', ...change }, now);
  return body.status === 'held' ? `The outcome of ${formatDay(hearing.day)} is noted.` : `${name} is cancelled.`;
};

/** Refused with 422 `refused` where the order that is lifted does not stand in this case. */
const refuseLifting = async (tx: Tx, caseId: string, { lifts_id, day }: NewCourtOrder): Promise<void> => {
  const order = (await ordersOfCase(tx, caseId)).find((one) => one.id === lifts_id);
  if (!order || !isBlocking(order.kind)) {
    throw refusalAt('refused', 'lifts_id', 'Please choose an injunction, a caveat or a notice of this case.');
  }
  if (order.lifted_on !== null)
    throw refusalAt('refused', 'lifts_id', `This order was lifted on ${formatDay(order.lifted_on)} already.`);
  if (order.day > day)
    throw refusalAt('refused', 'day', `An order of ${formatDay(order.day)} cannot be lifted before that day.`);
};

/**
 * Enters an order. Triggers place its claims, or remove those of the order that it lifts. Refused
 * with 404 `not_found`, 409 `conflict` once the case is resolved, and 422 `refused`.
 */
export const addCourtOrder = async (tx: Tx, { id, body, by, now }: Asked<NewCourtOrder>): Promise<Made> => {
  // Plots before the case, so that an approval at the same time sees the claim or comes first.
  await lockPlotsOfCase(tx, body.plot_ids);
  const row = await lockPendingCase(tx, id);
  if (body.day > today(now)) throw refusalAt('refused', 'day', 'An order is of today or of a day before.');
  const plots = new Set(await plotIdsOfCase(tx, id));
  if (!body.plot_ids.every((plot) => plots.has(plot)))
    throw refusalAt('refused', 'plot_ids', 'An order binds plots of its case alone. Add the plot to the case first.');
  if (body.kind === 'lifts') await refuseLifting(tx, id, body);
  if ((await countOfCase(tx, 'court_orders', id)) >= MOST_OF_CASE.orders) throw fullCase('orders');
  const orderId = await insertCourtOrder(tx, { ...body, case_id: id, entered_by: by.accountId, entered_at: now });
  const name = `${COURT_ORDER_KIND_LABELS[body.kind]} of ${formatDay(body.day)}`;
  const after = { ...body, reason: `${name}: ${body.words}` };
  await audit(tx, by, { action: 'court_cases.add_order', subject: subjectOfCase(row), after }, now);
  const message = body.kind === 'lifts' ? 'The order is lifted. Its plots are free of it.' : `${name} is entered.`;
  return { message, id: orderId };
};
