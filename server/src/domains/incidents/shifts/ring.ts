import { INCIDENT_GRADE_LABELS, type IncidentGrade, isUrgent, type Site } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { ownersById } from '#domains/drivers';
import { queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { pluck, presentOf } from '#lib/values.ts';
import { insertSteps } from '../raising/raising.repo.ts';
import {
  type DueRing,
  insertRings,
  lockDueRings,
  noteSupervisors,
  ringsOf,
  type Shift,
  storeRingStates,
  strangersTold,
  watchingShifts,
} from './shifts.repo.ts';

type Ringing = { id: string; grade: IncidentGrade };

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

const rungStep = (incident_id: string, actor_id: string, at: Date) => ({
  ...{ incident_id, at, what: 'rung' as const, actor_id, words: 'It rings.' },
});

/**
 * Makes incidents ring that nobody has acknowledged, each at the person on shift who was not rung
 * at for longest. Without anybody whose page shows the board they ring at every page, and
 * supervisors are told at once.
 */
export const ringFirst = async (tx: Tx, ringing: readonly Ringing[], now: Date): Promise<void> => {
  if (ringing.length === 0) return;
  const { ring_seconds } = await readSite(tx);
  const shifts = await watchingShifts(tx, now);
  const rings = ringing.map((incident, n) => ({ incident, shift: shifts[n % shifts.length] }));
  const stored = await storeRingStates(
    tx,
    rings.map(({ incident: { id, grade }, shift }) => ({
      id,
      ring_at: isUrgent(grade) ? later(now, shift ? ring_seconds : 0) : null,
      rings_everywhere: shift === undefined,
    })),
  );
  const rung = rings.flatMap(({ incident: { id }, shift }) => (shift && stored.has(id) ? [{ id, shift }] : []));
  await insertRings(
    tx,
    rung.map(({ id, shift }) => ({ incident_id: id, shift_id: shift.id })),
    now,
  );
  await insertSteps(
    tx,
    rung.map(({ id, shift }) => rungStep(id, shift.account_id, now)),
  );
};

/** Incidents in one run at most; the rest follow within seconds. */
const MOST_PASSED_ON = 100;
/** Seconds between two text messages to supervisors about one incident, and how many they get. */
const TEXT_EVERY_SECONDS = 300;
const MOST_TEXTS = 3;
/** Hours for which such a text message is worth sending. */
const TEXT_HOURS = 1;

/** Text messages about strangers' calls in an hour: a flood uses up neither money nor attention. */
const STRANGERS_TEXTS = 6;
const STRANGERS_MS = 3_600_000;

type PassingOn = { textsAreSent: boolean; now: Date };

/** Tells the supervisors of incidents that nobody on shift acknowledges, where they can be told. */
const tellSupervisors = async (
  tx: Tx,
  due: readonly DueRing[],
  { textsAreSent, now, site }: PassingOn & { site: Site },
): Promise<void> => {
  if (due.length === 0) return;
  const { company_name: company, supervisor_numbers } = site;
  const canTell = supervisor_numbers.length > 0 && textsAreSent;
  const since = new Date(now.getTime() - STRANGERS_MS);
  let left = due.every(({ is_known }) => is_known) ? 0 : STRANGERS_TEXTS - (await strangersTold(tx, since));
  const isForText = ({ is_drill, is_known }: DueRing): boolean => {
    if (!canTell || is_drill) return false;
    if (!is_known) left -= 1;
    return is_known || left >= 0;
  };
  const told = due.filter(isForText);
  const drivers = await ownersById(tx, presentOf(pluck(told, 'driver_id')));
  const words = await wordsFor(tx, 'incident_unanswered');
  const texts = told.flatMap(({ grade, number, driver_id }) => {
    const driver_code = (driver_id === null ? undefined : drivers.get(driver_id)?.driver_code) ?? '-';
    const text = words({ company, grade: INCIDENT_GRADE_LABELS[grade], incident: number, driver_code });
    return supervisor_numbers.map((to) => ({ to, text, hours: TEXT_HOURS }));
  });
  await queueTexts(tx, texts, now, { isUrgent: true });
  const isTold = new Set(told);
  await noteSupervisors(
    tx,
    due.map((one) => ({
      ...{ id: one.id, told_at: isTold.has(one) ? now : null },
      ring_at: isTold.has(one) && one.supervisor_texts + 1 < MOST_TEXTS ? later(now, TEXT_EVERY_SECONDS) : null,
    })),
  );
  const saidOf = (one: DueRing): string => {
    if (isTold.has(one)) return 'The supervisors get a text message.';
    if (one.is_drill) return 'In a drill nobody gets a text message.';
    return canTell
      ? 'The supervisors have had enough text messages about strangers this hour.'
      : 'No supervisor can be told by text message.';
  };
  await insertSteps(
    tx,
    due.map((one) => ({
      ...{ incident_id: one.id, at: now, what: 'rung' as const, words: `${saidOf(one)} It rings at every page.` },
    })),
  );
};

/**
 * Passes incidents on that nobody has acknowledged in time: to the next person on shift, or, once
 * it rang at all of them, to the supervisors by text message.
 */
export const passOn = (db: Db, { textsAreSent, now }: PassingOn): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const due = await lockDueRings(tx, now, MOST_PASSED_ON);
    if (due.length === 0) return;
    const site = await readSite(tx);
    const shifts = await watchingShifts(tx, now);
    const rung = await ringsOf(tx, pluck(due, 'id'));
    const untaken: DueRing[] = [];
    const passed: { incident: DueRing; shift: Pick<Shift, 'id' | 'account_id'> }[] = [];
    for (const incident of due) {
      const before = new Set(rung.get(incident.id)?.map(({ shift_id }) => shift_id));
      const shift = shifts.find(({ id }) => !before.has(id));
      if (shift) passed.push({ incident, shift });
      else untaken.push(incident);
    }
    await tellSupervisors(tx, untaken, { textsAreSent, now, site });
    await storeRingStates(
      tx,
      // A call that rings at every page goes on doing so: the next person may not look at once.
      passed.map(({ incident: { id, rings_everywhere } }) => ({
        ...{ id, ring_at: later(now, site.ring_seconds), rings_everywhere },
      })),
    );
    await insertSteps(
      tx,
      passed.map(({ incident, shift }) => rungStep(incident.id, shift.account_id, now)),
    );
    // All at once, so that shifts are held in their order, as where incidents are raised.
    await insertRings(
      tx,
      passed.map(({ incident, shift }) => ({ incident_id: incident.id, shift_id: shift.id })),
      now,
    );
  });
