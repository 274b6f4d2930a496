import {
  gradeOfAlarm,
  INCIDENT_GRADE_LABELS,
  INCIDENT_SOURCE_LABELS,
  type IncidentGrade,
  type IncidentSource,
  isGraver,
  isUrgent,
  type KnownWay,
  phoneName,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { CalledAlarm } from '#domains/tracking';
import { presentOf } from '#lib/values.ts';
import { ringFirst } from '../shifts/ring.ts';
import { queuesOf } from '../strangers/queue.ts';
import {
  type CallPhone,
  holdNamed,
  incidentsOfCars,
  insertIncidents,
  insertPlaces,
  insertSignals,
  insertSteps,
  type Joined,
  joinIncidents,
  type Known,
  phonesOf,
  takeNumbers,
} from './raising.repo.ts';

export type SignalPlace = {
  latitude: number;
  longitude: number;
  accuracyM: number | null;
  at: Date;
  /** True of a tracker's fix that is held apart (tracking, rule 53). */
  isUnsure?: boolean;
};

/** A call for help as it comes in. */
export type Signal = {
  grade: IncidentGrade;
  source: IncidentSource;
  /** How its source is known; null for a stranger's. */
  knownBy: KnownWay | null;
  driverId: string | null;
  deviceId: string | null;
  /** By the clock of what sent it. */
  at: Date;
  receivedAt: Date;
  place: SignalPlace | null;
  secretHash?: Buffer;
  batteryPercent?: number | null;
  /** Of a stranger's: the same for one address, hour of registration and text. */
  groupKey?: string;
  /** The office's knowledge of it, for a call. */
  call?: { name: string; phone: string; place: string };
};

/** Milliseconds between two signals of one car that belong together (incidents, rule 2). */
export const WINDOW_MS = 30 * 60_000;
/** Milliseconds by which a phone may be slow: a new press would seem to be from before an end. */
const CLOCK_ERROR_MS = 5 * 60_000;
/** A signal that comes later than this after it was sent calls nobody (incidents, rule 4). */
const LATEST_MS = 24 * 3_600_000;

const carOf = ({ driverId, deviceId }: Pick<Signal, 'driverId' | 'deviceId'>): string | null =>
  driverId !== null ? `driver ${driverId}` : deviceId !== null ? `device ${deviceId}` : null;

/** An incident on its way: one that is known or a new one, with the signals that it gets now. */
type Gathered = {
  known: Known | null;
  signals: Signal[];
  grade: IncidentGrade;
  isKnown: boolean;
  first: Date;
  last: Date;
};

const isWithin = (at: Date, { first, last }: Pick<Gathered, 'first' | 'last'>): boolean =>
  at.getTime() >= first.getTime() - WINDOW_MS && at.getTime() <= last.getTime() + WINDOW_MS;

/** True if a phone's call comes while its car's incident is new: its clock may say anything. */
const isCallOfNow = ({ known }: Gathered, { source, receivedAt }: Signal): boolean =>
  source === 'member' && known?.ended_at === null && receivedAt.getTime() <= known.raised_at.getTime() + WINDOW_MS;

const isStrangers = ({ knownBy }: Signal): boolean => knownBy === null;

/** True of a stranger's call that looks like another sender's than the incident's first one. */
const isOfOther = ({ known, isKnown }: Gathered, signal: Signal): boolean =>
  known !== null && !isKnown && isStrangers(signal) && known.group_key !== (signal.groupKey ?? '');

/**
 * An incident that has ended takes only signals that were sent before its end, and no graver one:
 * a jammed phone's SOS often comes once the jamming is over, and nobody has answered it. A known
 * call is never swallowed by a stranger's that has ended, and a stranger's that is graver than a
 * known one is an incident of its own. So is another sender's where the first one's call is
 * answered: it would ring nowhere.
 */
const takes = (one: Gathered, signal: Signal): boolean => {
  const ended = one.known?.ended_at ?? null;
  if (one.isKnown && isStrangers(signal) && isGraver(signal.grade, one.grade)) return false;
  const isAnswered = ended === null && one.known?.queue_id === null && one.known.status !== 'raised';
  if (isAnswered && isOfOther(one, signal)) return false;
  if (ended === null) return isCallOfNow(one, signal) || isWithin(signal.at, one);
  if (!one.isKnown && !isStrangers(signal)) return false;
  const error = signal.source === 'member' ? CLOCK_ERROR_MS : 0;
  const isBefore = signal.at.getTime() + error <= ended.getTime();
  return isBefore && isWithin(signal.at, one) && !isGraver(signal.grade, one.grade);
};

const gatheredOf = (known: Known): Gathered => ({
  ...{ known, signals: [], grade: known.grade, isKnown: known.is_known },
  ...{ first: known.first_signal_at, last: known.last_signal_at },
});

/** Puts the signals of a car to the incidents that they belong to, in the order of their times. */
const gather = (signals: readonly Signal[], known: readonly Known[]): Gathered[] => {
  const incidents = known.map(gatheredOf);
  for (const signal of signals.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const isKnown = !isStrangers(signal);
    const taking = incidents.filter((one) => takes(one, signal));
    // One that is open comes first, since staff look at it, and of these the known one.
    const open = taking.filter((one) => one.known?.ended_at == null);
    const found = open.find((one) => one.isKnown) ?? open[0] ?? taking[0];
    const into = found ?? { known: null, signals: [], grade: signal.grade, isKnown, first: signal.at, last: signal.at };
    if (!found) incidents.unshift(into);
    into.signals.push(signal);
    // A stranger moves no known emergency, neither its grade nor its times.
    if (into.isKnown && !isKnown) continue;
    into.isKnown = isKnown;
    if (isGraver(signal.grade, into.grade)) into.grade = signal.grade;
    if (signal.at < into.first) into.first = signal.at;
    if (signal.at > into.last) into.last = signal.at;
  }
  return incidents.filter(({ signals: own }) => own.length > 0);
};

/**
 * A graver signal of an incident to which nobody was sent yet makes it ring again, and so does a
 * known one of an incident that was a stranger's: supervisors may not have been told of that. One
 * that rings already does so for a graver signal only where that makes it urgent, since it was not
 * to be passed on until then.
 */
const ringsAgain = ({ known, grade, isKnown }: Gathered): boolean => {
  if (known === null) return false;
  const before = known.grade;
  const becomesKnown = isKnown && !known.is_known;
  if (known.status === 'raised') return (isUrgent(grade) && !isUrgent(before)) || becomesKnown;
  return known.status === 'acknowledged' && (isGraver(grade, before) || becomesKnown);
};

const newRow = (
  { signals, grade, isKnown, first, last }: Gathered,
  { number, queueId, isDrill, now }: { number: string; queueId: string | null; isDrill: boolean; now: Date },
) => {
  const [signal] = signals;
  if (!signal) throw new Error('An incident has no signal');
  const { source, driverId, call, groupKey = '' } = signal;
  return {
    ...{ number, grade, source, is_drill: isDrill, is_known: isKnown, queue_id: queueId },
    ...{ driver_id: driverId, device_id: deviceOf(signals), group_key: isKnown ? null : groupKey },
    ...{ caller_name: call?.name ?? '', caller_phone: call?.phone ?? '', place: call?.place ?? '' },
    ...{ raised_at: now, rings_since: now, first_signal_at: first, last_signal_at: last, signals: signals.length },
  };
};

const deviceOf = (signals: readonly Signal[]): string | null =>
  signals.find(({ deviceId }) => deviceId !== null)?.deviceId ?? null;

const wordsOf = ({ grade, source, at, receivedAt }: Signal, phone: CallPhone | undefined): string => {
  const late = Math.floor((receivedAt.getTime() - at.getTime()) / 60_000);
  const age = late >= 2 ? `, sent ${late} minutes before it came` : '';
  const of = phone ? ` · ${phoneName(phone)}` : '';
  return `${INCIDENT_GRADE_LABELS[grade]} · ${INCIDENT_SOURCE_LABELS[source]}${of}${age}`;
};

/** Strangers' phones beyond so many of one incident stand on no time line. */
const MOST_STRANGERS = 20;

/** Stores signals under their incident, with a step on its time line each and their places. */
const store = async (tx: Tx, of: readonly { id: string; signals: readonly Signal[] }[]): Promise<void> => {
  const all = of.flatMap(({ id, signals }) => signals.map((signal) => ({ ...signal, id })));
  await insertSignals(
    tx,
    all.map(({ id, grade, source, knownBy, at, receivedAt, secretHash = null, batteryPercent = null }) => ({
      ...{ incident_id: id, grade, source, known_by: knownBy, at, received_at: receivedAt },
      ...{ secret_hash: secretHash, battery_percent: batteryPercent },
    })),
  );
  const phones = await phonesOf(
    tx,
    all.flatMap(({ secretHash }) => secretHash ?? []),
  );
  const phoneOf = ({ secretHash }: Pick<Signal, 'secretHash'>): CallPhone | undefined =>
    phones.get(secretHash?.toString('hex') ?? '');
  await insertPlaces(
    tx,
    all.flatMap(({ place, ...signal }) =>
      place === null
        ? []
        : [
            {
              ...{ incident_id: signal.id, source: signal.source, signal_id: phoneOf(signal)?.id ?? null },
              ...{ at: place.at, received_at: signal.receivedAt, accuracy_m: place.accuracyM },
              ...{ latitude: place.latitude, longitude: place.longitude, is_unsure: place.isUnsure ?? false },
            },
          ],
    ),
  );
  await insertSteps(
    tx,
    all.flatMap((signal) => {
      const phone = phoneOf(signal);
      if (isStrangers(signal) && phone && phone.n > MOST_STRANGERS) return [];
      const words = wordsOf(signal, phone);
      return [{ incident_id: signal.id, at: signal.receivedAt, what: 'signal' as const, words }];
    }),
  );
};

type Raising = { isDrill?: boolean; now: Date };

/** Makes the new ones, and gives all with their ids. */
const make = async (tx: Tx, gathered: readonly Gathered[], { isDrill = false, now }: Raising) => {
  const fresh = gathered.filter(({ known }) => known === null);
  const strangers = fresh.filter(({ isKnown }) => !isKnown);
  const queues = await queuesOf(tx, strangers.length, now);
  const queueOf = new Map(strangers.map((one, n) => [one, queues[n] ?? null]));
  const numbers = await takeNumbers(tx, { year: now.getUTCFullYear(), isDrill, count: fresh.length });
  const rows = fresh.map((one, n) =>
    newRow(one, { number: numbers[n] ?? '', queueId: queueOf.get(one) ?? null, isDrill, now }),
  );
  const ids = rows.length > 0 ? await insertIncidents(tx, rows) : [];
  const made = new Map(fresh.map((one, n) => [one, ids[n] ?? '']));
  return gathered.map((one) => ({
    ...{ ...one, id: one.known?.id ?? made.get(one) ?? '' },
    isQueued: (queueOf.get(one) ?? null) !== null,
  }));
};

/** The group of a car's calls from several senders: the row of none of them takes it away. */
const groupOfCar = (id: string): string => `car ${id}`;

const joinedOf = ({ id, ...one }: Gathered & { id: string }): Joined => {
  const isOfSeveral = one.signals.some((signal) => isOfOther(one, signal));
  return {
    ...{ id, grade: one.grade, is_known: one.isKnown, signals: one.signals.length },
    group_key: isOfSeveral ? groupOfCar(id) : (one.known?.group_key ?? null),
    ...{ first_signal_at: one.first, last_signal_at: one.last, rings_again: ringsAgain(one) },
  };
};

/**
 * Raises calls for help in the caller's transaction, and gives the incident of each signal; null
 * for one that came too late to call anybody. Signals of one car that belong together are one
 * incident, also where several servers hear them at once.
 */
export const raise = async (
  tx: Tx,
  signals: readonly Signal[],
  raising: Raising,
): Promise<ReadonlyMap<Signal, string>> => {
  const { isDrill = false, now } = raising;
  const heard = signals.filter(({ at }) => now.getTime() - at.getTime() <= LATEST_MS);
  if (heard.length === 0) return new Map();
  const byCar = Map.groupBy(heard, (signal) => carOf(signal) ?? signal);
  await holdNamed(tx, presentOf(heard.map(carOf)));
  const earliest = Math.min(...heard.map(({ at }) => at.getTime()));
  const known = await incidentsOfCars(tx, {
    driverIds: presentOf(heard.map(({ driverId }) => driverId)),
    deviceIds: presentOf(heard.map(({ driverId, deviceId }) => (driverId === null ? deviceId : null))),
    since: new Date(earliest - WINDOW_MS),
  });
  const gathered = [...byCar].flatMap(([car, own]) => {
    const isOwn = (one: Known): boolean =>
      one.is_drill === isDrill && carOf({ driverId: one.driver_id, deviceId: one.device_id }) === car;
    return gather(own, known.filter(isOwn));
  });
  const all = await make(tx, gathered, raising);
  const joined = all.filter((one) => one.known !== null).map(joinedOf);
  await joinIncidents(
    tx,
    joined.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id))),
    now,
  );
  await store(tx, all);
  const ringing = all.filter((one) => (one.known === null ? !one.isQueued : ringsAgain(one)));
  await ringFirst(
    tx,
    ringing.map(({ id, grade }) => ({ id, grade })),
    now,
  );
  return new Map(all.flatMap(({ id, signals: own }) => own.map((signal) => [signal, id] as const)));
};

const signalOf = ({ alarm, point, accuracyM, isUnsure, ...told }: CalledAlarm): Signal[] => {
  const grade = alarm === 'driving with power cut' ? 'power_cut' : gradeOfAlarm(alarm);
  if (grade === null) return [];
  const place = point && { ...point, accuracyM, at: told.at, isUnsure };
  return [{ ...told, grade, source: 'tracker', knownBy: 'tracker', place }];
};

/**
 * Raises the calls for help among the alarms of trackers, in the transaction that stores them: an
 * alarm that Traccar was told is taken is an incident. Gives whether one was raised.
 */
export const raiseAlarms = async (tx: Tx, alarms: readonly CalledAlarm[], now: Date): Promise<boolean> => {
  const signals = alarms.flatMap(signalOf);
  return signals.length > 0 && (await raise(tx, signals, { now })).size > 0;
};
