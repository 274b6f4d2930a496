import {
  formatInstant,
  INCIDENT_MOVES,
  type IncidentChange,
  type IncidentMove,
  type IncidentNote,
  type IncidentStatus,
  MOVES_OF_ONE_CALL,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { type Incident, incidentOfNumber, lockIncident } from './incidents.repo.ts';
import { insertSteps } from './raising/raising.repo.ts';
import type { IncidentStaff } from './record/list-incidents.ts';
import { waitingIn } from './strangers/queue.repo.ts';
import { endDispatches } from './teams/dispatch-changes.ts';

/** The kind of an incident in the audit log. */
export const INCIDENT_NOUN = 'incident';

type Row = {
  id: string;
  number: string;
  status: IncidentStatus;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  dispatched_at: Date | null;
  on_scene_at: Date | null;
};
/** The incident that this one repeats, where it does. */
type With = { duplicateOf: string | null };
type Change = StateChange<IncidentStatus, Row, With>;

/** Values that every change sets: nothing rings once a person is at it. */
const QUIET = { ring_at: null, rings_everywhere: false };
/** Those of a change that keeps it open: it waits in no queue any more. */
const TAKEN = { ...QUIET, queue_id: null };

/** A person who does more than acknowledge has acknowledged it thereby. */
const seen = ({ acknowledged_at, acknowledged_by }: Row, by: string | undefined, now: Date) => ({
  acknowledged_at: (acknowledged_at ?? now).toISOString(),
  acknowledged_by: acknowledged_at === null ? (by ?? null) : acknowledged_by,
});

const WORDS: Readonly<Record<IncidentMove, string>> = {
  acknowledge: 'Acknowledged',
  dispatch: 'Help was sent',
  arrive: 'Help is on scene',
  resolve: 'Resolved',
  false_alarm: 'Ended as a false alarm',
  duplicate: 'Ended as a duplicate',
  reopen: 'Opened again',
};

const effectOf =
  (move: IncidentMove): NonNullable<Change['effect']> =>
  (tx, rows, { by, reason, now }) =>
    insertSteps(
      tx,
      rows.map(({ id }) => ({
        ...{ incident_id: id, at: now, what: 'change' as const, actor_id: by?.accountId ?? null },
        words: reason === null ? `${WORDS[move]}.` : `${WORDS[move]}: ${reason}`,
      })),
    );

const NOT_ENDED = { ended_at: null, ended_by: null, duplicate_of: null };

const ending = (move: 'resolve' | 'false_alarm' | 'duplicate', to: IncidentStatus) =>
  ({
    from: INCIDENT_MOVES[move].from,
    to,
    needs: 'incidents.answer',
    action: `incidents.${move}`,
    refusalEnd: 'so it cannot be ended again',
    keepsReason: true,
    set: (row, { by, now, with: { duplicateOf } }) => ({
      ...{ ...QUIET, ...seen(row, by?.accountId, now) },
      ...{ ended_at: now.toISOString(), ended_by: by?.accountId ?? null, duplicate_of: duplicateOf },
    }),
    effect: async (tx, rows, given) => {
      await effectOf(move)(tx, rows, given);
      await endDispatches(tx, pluck(rows, 'id'), given.now);
    },
  }) as const satisfies Change;

const CHANGES = {
  acknowledge: {
    from: INCIDENT_MOVES.acknowledge.from,
    to: 'acknowledged',
    needs: 'incidents.answer',
    action: 'incidents.acknowledge',
    set: (row, { by, now }) => ({
      ...{ ...TAKEN, acknowledged_at: (row.acknowledged_at ?? now).toISOString() },
      acknowledged_by: by?.accountId ?? null,
    }),
    effect: effectOf('acknowledge'),
  },
  dispatch: {
    from: INCIDENT_MOVES.dispatch.from,
    to: 'dispatched',
    needs: 'incidents.answer',
    action: 'incidents.dispatch',
    refusalEnd: 'so no help can be sent now',
    set: (row, { by, now }) => ({
      ...{ ...TAKEN, ...seen(row, by?.accountId, now) },
      dispatched_at: (row.dispatched_at ?? now).toISOString(),
    }),
    effect: effectOf('dispatch'),
  },
  arrive: {
    from: INCIDENT_MOVES.arrive.from,
    to: 'on_scene',
    needs: 'incidents.answer',
    action: 'incidents.arrive',
    refusalEnd: 'so nobody arrives there now',
    set: (row, { by, now }) => ({
      ...{ ...TAKEN, ...seen(row, by?.accountId, now) },
      on_scene_at: (row.on_scene_at ?? now).toISOString(),
    }),
    effect: effectOf('arrive'),
  },
  resolve: ending('resolve', 'resolved'),
  false_alarm: ending('false_alarm', 'false_alarm'),
  duplicate: ending('duplicate', 'duplicate'),
  reopen: {
    from: INCIDENT_MOVES.reopen.from,
    to: 'acknowledged',
    needs: 'incidents.answer',
    action: 'incidents.reopen',
    refusalEnd: 'so it is open already',
    set: () => ({ ...TAKEN, ...NOT_ENDED }),
    effect: effectOf('reopen'),
  },
} as const satisfies Record<IncidentMove, Change>;

export const INCIDENTS: Stateful<IncidentStatus, Row, IncidentMove, With> = {
  table: 'incidents',
  columns: ['number', 'acknowledged_at', 'acknowledged_by', 'dispatched_at', 'on_scene_at'],
  noun: INCIDENT_NOUN,
  nameOf: ({ number }) => number,
  became: {
    raised: 'is not acknowledged yet',
    acknowledged: 'is acknowledged',
    dispatched: 'has help on the way',
    on_scene: 'has help on scene',
    resolved: 'was resolved',
    false_alarm: 'was ended as a false alarm',
    duplicate: 'was ended as a duplicate',
  },
  changes: CHANGES,
  audit: auditAll,
};

const SAID: Readonly<Record<IncidentMove, string>> = {
  acknowledge: 'is acknowledged. It no longer rings.',
  dispatch: 'has help on the way.',
  arrive: 'has help on scene.',
  resolve: 'is resolved.',
  false_alarm: 'is ended as a false alarm.',
  duplicate: 'is ended as a duplicate.',
  reopen: 'is open again.',
};

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

const duplicateOf = async (tx: Tx, id: string, number: string): Promise<string> => {
  const found = await incidentOfNumber(tx, number);
  if (found === undefined) throw refusalAt('not_found', 'duplicate_of', `There is no incident ${number}.`);
  if (found === id) throw refusalAt('conflict', 'duplicate_of', 'An incident does not repeat itself.');
  // Both are held, or two people could end each of two calls as a duplicate of the other.
  const held: (Incident | undefined)[] = [];
  for (const one of [id, found].sort((a, b) => Number(BigInt(a) - BigInt(b)))) held.push(await lockIncident(tx, one));
  if (held.find((one) => one?.id === found)?.status === 'duplicate') {
    throw refusalAt('conflict', 'duplicate_of', `${number} is a duplicate itself. Please give the first one.`);
  }
  if (held.some((one) => one && one.is_drill !== held[0]?.is_drill)) {
    throw refusalAt('conflict', 'duplicate_of', 'A call for help does not repeat a drill, nor a drill a call.');
  }
  return found;
};

/**
 * The sentence for somebody who acknowledges what is acknowledged: it is done where they did it.
 * Refused with 409 `conflict` that names the person who was first.
 */
const acknowledgedBefore = async (
  tx: Tx,
  { id, body: { change }, by }: Asked<IncidentChange>,
  { named }: IncidentStaff,
): Promise<string | null> => {
  if (change !== 'acknowledge') return null;
  const found = await lockIncident(tx, id);
  if (found?.status !== 'acknowledged' || !found.acknowledged_by || !found.acknowledged_at) return null;
  const since = formatInstant(found.acknowledged_at.toISOString());
  if (found.acknowledged_by === by.accountId) return `${found.number} is acknowledged since ${since}.`;
  const first = (await named(tx, [found.acknowledged_by])).get(found.acknowledged_by)?.fullname;
  throw new Refusal('conflict', `${found.number} was acknowledged by ${first || 'somebody else'} on ${since}.`);
};

const calls = (count: number): string => (count === 1 ? '1 call waits' : `${count} calls wait`);

/** The refusal at a queue of what one call has. */
export const ofOneCall = (number: string): string =>
  `${number} is a queue of calls. Please open the call that it is about.`;

/**
 * At a queue of strangers' calls refuses the moves of one call, and its end while calls wait in it:
 * a person may be among them. Locks the queue first, so that the count holds.
 */
const refuseAtQueue = async (tx: Tx, id: string, change: IncidentMove): Promise<void> => {
  const incident = await lockIncident(tx, id);
  if (!incident?.is_queue || change === 'acknowledge') return;
  const { number } = incident;
  if (change === 'reopen')
    throw new Refusal('conflict', `${number} was a queue. Calls of strangers that come now make another one.`);
  if (MOVES_OF_ONE_CALL.includes(change)) throw new Refusal('conflict', ofOneCall(number));
  const waiting = (await waitingIn(tx, [id])).get(id) ?? 0;
  if (waiting > 0) throw new Refusal('conflict', `${calls(waiting)} in it. Please see to them first.`);
};

/**
 * Changes the state of an incident. Refused with 404 `not_found`, and with 409 `conflict` where it
 * is in another state by now.
 */
export const moveIncident = async (tx: Tx, asked: Asked<IncidentChange>): Promise<string> => {
  const { id, body, by, now } = asked;
  const { change, reason, duplicate_of } = body;
  const first = duplicate_of === undefined ? null : await duplicateOf(tx, id, duplicate_of);
  await refuseAtQueue(tx, id, change);
  const { changed } = await transition(tx, INCIDENTS, {
    ...{ ids: [id], change, by, reason, now },
    with: { duplicateOf: first },
  });
  return `${changed[0]?.number} ${SAID[change]}`;
};

/** As `moveIncident`; of two who acknowledge, the second reads who was first. */
export const answerIncident = async (tx: Tx, asked: Asked<IncidentChange>, staff: IncidentStaff): Promise<string> =>
  (await acknowledgedBefore(tx, asked, staff)) ?? moveIncident(tx, asked);

/** Has an incident be on scene by the word of a team, where it can be. */
export const moveByTeam = async (tx: Tx, id: string, now: Date): Promise<void> => {
  const first = { duplicateOf: null };
  await transition(tx, INCIDENTS, { ids: [id], change: 'arrive', by: null, skipOthers: true, now, with: first });
};

/** Writes a note on an incident's time line. Refused with 404 `not_found`. */
export const writeNote = async (tx: Tx, { id, body: { words }, by, now }: Asked<IncidentNote>): Promise<string> => {
  const incident = existing(await lockIncident(tx, id), INCIDENT_NOUN);
  await insertSteps(tx, [{ incident_id: incident.id, at: now, what: 'note', actor_id: by.accountId, words }]);
  return 'Your note is written.';
};
