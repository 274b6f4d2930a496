import type { IncidentQueue, QueueEnd } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { transition } from '#db/transition.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { INCIDENT_NOUN, INCIDENTS } from '../incident-changes.ts';
import { incidentsById, lockIncident } from '../incidents.repo.ts';
import { insertSteps } from '../raising/raising.repo.ts';
import { type IncidentStaff, presentIncidents } from '../record/list-incidents.ts';
import { ringFirst } from '../shifts/ring.ts';
import { groupsIn, knowIncident, waitingOfGroup } from './queue.repo.ts';

/** The groups of calls that wait in a queue, each with its first calls. */
export const presentQueue = async (db: Db, queueId: string, staff: IncidentStaff): Promise<IncidentQueue> => {
  const groups = await groupsIn(db, queueId);
  const shown = await incidentsById(
    db,
    groups.flatMap(({ ids }) => ids),
  );
  const calls = new Map((await presentIncidents(shown, db, staff)).map((row) => [row.id, row]));
  return groups.map(({ key, is_site, calls: count, first_at, last_at, last_id, ids }) => ({
    ...{ key, is_site, count, first_at: first_at.toISOString(), last_at: last_at.toISOString(), last_id },
    calls: ids.flatMap((id) => {
      const { number = '', car_number = '' } = calls.get(id) ?? {};
      return [{ id, number, car_number }];
    }),
  }));
};

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

/** Calls that one press ends, so that none waits long for the rest. */
const MOST_ENDED = 200;

/**
 * Ends the calls of a group as false alarms, with one reason, up to the last one that the caller
 * saw. Refused with 409 `conflict` where none waits any more.
 */
export const endGroup = async (
  tx: Tx,
  { id, body: { key, last_id, reason }, by, now }: Asked<QueueEnd>,
): Promise<string> => {
  const ids = await waitingOfGroup(tx, { queueId: id, key, lastId: last_id, limit: MOST_ENDED });
  if (ids.length === 0) throw new Refusal('conflict', 'No call of this group waits any more.');
  const ending = { change: 'false_alarm', by, reason, skipOthers: true, now, with: { duplicateOf: null } } as const;
  const { changed } = await transition(tx, INCIDENTS, { ids, ...ending });
  const left = ids.length === MOST_ENDED ? ' There may be more: please press again.' : '';
  const calls = changed.length === 1 ? '1 call is' : `${changed.length} calls are`;
  return `${calls} ended as false alarms.${left}`;
};

/**
 * Notes that the office has called back and spoken with the caller: the call is known from then on,
 * and rings anew unless a person is at it. Refused with 404 `not_found`, and with 409 `conflict`
 * where it is known.
 */
export const confirmCaller = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }>,
): Promise<string> => {
  const incident = existing(await lockIncident(tx, id), INCIDENT_NOUN);
  if (incident.is_known || incident.is_queue || incident.ended_at !== null)
    throw new Refusal('conflict', `${incident.number} is no open call of a stranger.`);
  await knowIncident(tx, id, now);
  const words = `The caller is known by a call back: ${reason}`;
  await insertSteps(tx, [{ incident_id: id, at: now, what: 'change', words, actor_id: by.accountId }]);
  await ringFirst(tx, [{ id, grade: incident.grade }], now);
  const subject = { kind: INCIDENT_NOUN, id, name: incident.number };
  await audit(tx, by, { action: 'incidents.know', subject, after: { reason } }, now);
  return `${incident.number} is a known call from now on.`;
};
