import {
  CASE_OUTCOME_LABELS,
  type CaseReopening,
  type CaseResolution,
  COURT_CASE_MOVES,
  COURT_ORDER_KIND_LABELS,
  type CourtCaseMove,
  type CourtCaseStatus,
  formatDay,
  isBlocking,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import type { StoredCase } from './case-lists.repo.ts';
import {
  cancelHearings,
  insertCourtOrder,
  lockCourtCase,
  lockPlotsOfCase,
  ordersOfCase,
  plotIdsOfCase,
} from './cases.repo.ts';

/** The kind of a case in the audit log, and one in plain words. */
export const COURT_CASE_NOUN = 'court case';

export const subjectOfCase = ({ id, suit_number }: Pick<StoredCase, 'id' | 'suit_number'>) => ({
  ...{ kind: COURT_CASE_NOUN, id, name: suit_number },
});

type Row = { id: string; status: CourtCaseStatus; suit_number: string; version: number };
type Ending = Pick<CaseResolution, 'outcome' | 'day' | 'words'>;
type Change = StateChange<CourtCaseStatus, Row, Ending | undefined>;

const common = (row: Row, { by, now }: Parameters<NonNullable<Change['set']>>[1]) => ({
  ...{ version: row.version + 1, status_by: by?.accountId ?? null, status_at: now.toISOString() },
});

/** Triggers remove the case's own claims as it is resolved, and place them as it is reopened. */
const CHANGES: Record<CourtCaseMove, Change> = {
  resolve: {
    ...{ from: COURT_CASE_MOVES.resolve.from, to: 'resolved', needs: 'land.approve', action: 'court_cases.resolve' },
    set: (row, given) => ({
      ...common(row, given),
      ...{ outcome: given.with?.outcome, outcome_on: given.with?.day, outcome_words: given.with?.words },
    }),
    facts: (_, { with: ending }) => ({ outcome: ending?.outcome, day: ending?.day }),
  },
  reopen: {
    ...{ from: COURT_CASE_MOVES.reopen.from, to: 'pending', needs: 'land.approve', action: 'court_cases.reopen' },
    ...{ keepsReason: true, refusalEnd: 'so it cannot be reopened' },
    set: (row, given) => ({ ...common(row, given), outcome: null, outcome_on: null, outcome_words: null }),
  },
};

const cases: Stateful<CourtCaseStatus, Row, CourtCaseMove, Ending | undefined> = {
  table: 'court_cases',
  columns: ['suit_number', 'version'],
  noun: COURT_CASE_NOUN,
  nameOf: ({ suit_number }) => suit_number,
  became: { pending: 'is pending', resolved: 'is resolved' },
  changes: CHANGES,
  audit: auditAll,
};

/** Refused with 409 `conflict` where somebody changed the case since the version. */
export const refuseOldVersion = ({ suit_number, version }: StoredCase, asked: number): void => {
  if (version === asked) return;
  const message = `Somebody has changed the case ${suit_number} since you opened it. Open it again to see how it is now.`;
  throw new Refusal('conflict', message);
};

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

/**
 * Resolves a case, with an order that lifts each one that stands. Refused with 404 `not_found`, 422
 * `refused` for a day that is ahead, and 409 `conflict` while an order stands that is not lifted.
 */
export const resolveCourtCase = async (
  tx: Tx,
  { id, body: { lifts, version, ...ending }, by, now }: Asked<CaseResolution>,
): Promise<string> => {
  const row = await lockCourtCase(tx, id);
  if (row.status === 'pending') refuseOldVersion(row, version);
  const day = today(now);
  if (ending.day > day) throw refusalAt('refused', 'day', 'A case ends today or on a day before.');
  const orders = (await ordersOfCase(tx, id)).filter(({ kind, lifted_on }) => isBlocking(kind) && lifted_on === null);
  const asked = new Set(lifts);
  const left = orders.find((order) => !asked.has(order.id));
  if (row.status === 'pending' && left) {
    const name = `${COURT_ORDER_KIND_LABELS[left.kind]} of ${formatDay(left.day)}`;
    const message = `${name} still stands in this case. Say that the decision lifts it, or enter the order that does.`;
    throw new Refusal('conflict', message, { issues: [{ path: 'body.lifts', message }] });
  }
  const early = orders.find((order) => order.day > ending.day);
  if (early) throw refusalAt('refused', 'day', `An order of ${formatDay(early.day)} cannot be lifted before that day.`);
  for (const order of row.status === 'pending' ? orders : []) {
    const lifting = { kind: 'lifts', day: ending.day, words: ending.words, lifts_id: order.id, plot_ids: [] } as const;
    await insertCourtOrder(tx, { ...lifting, case_id: id, entered_by: by.accountId, entered_at: now });
  }
  await transition(tx, cases, { ids: [id], change: 'resolve', by, now, reason: ending.words, with: ending });
  await cancelHearings(tx, id, day, 'The case was resolved.');
  return `The case ${row.suit_number} is resolved: ${CASE_OUTCOME_LABELS[ending.outcome].toLowerCase()}.`;
};

/**
 * Reopens a case, which blocks its plots again. Refused with 404 `not_found` and 409 `conflict`.
 */
export const reopenCourtCase = async (
  tx: Tx,
  { id, body: { reason, version }, by, now }: Asked<CaseReopening>,
): Promise<string> => {
  // Plots before the case, so that an approval at the same time sees the claim or comes first.
  await lockPlotsOfCase(tx, await plotIdsOfCase(tx, id));
  const row = await lockCourtCase(tx, id);
  if (row.status === 'resolved') refuseOldVersion(row, version);
  await transition(tx, cases, { ids: [id], change: 'reopen', by, now, reason });
  return `The case ${row.suit_number} is pending again. Nothing about its plots is approved.`;
};

/**
 * A pending case, locked. Refused with 404 `not_found`, and with 409 `conflict` once it is
 * resolved.
 */
export const lockPendingCase = async (tx: Tx, id: string): Promise<StoredCase> => {
  const row = await lockCourtCase(tx, id);
  if (row.status === 'pending') return row;
  throw new Refusal('conflict', `The case ${row.suit_number} is resolved, so it stays as it is. Reopen it first.`);
};
