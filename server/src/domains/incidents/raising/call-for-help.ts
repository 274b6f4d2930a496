import {
  type IncidentStatus,
  normalizeCarNumber,
  type PhoneMoment,
  phoneName,
  type SosPlace,
  type SosState,
  UNKNOWN_CALLER,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { areOneRecord, carsOfAccount, ownerOfCode } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import { openIncidentOf, scanOfSecret } from '../cards/crash-cards.repo.ts';
import { type CountCode, confirmByCode, mayConfirm, textCode } from '../strangers/confirm-by-code.ts';
import type { GroupKeys } from '../strangers/group-key.ts';
import { knownWayOf } from './known-source.ts';
import { raise, type Signal, type SignalPlace } from './raise.ts';
import {
  holdNamed,
  insertPlaces,
  insertSteps,
  newestPlaceAt,
  noteBattery,
  noteSafe,
  phonesOf,
  rungSteps,
  signalOfSecret,
} from './raising.repo.ts';

/** A moment longer ago, or yet to come, is of a wrong clock: the call counts from when it came. */
const LONGEST_AGO_MS = 24 * 3_600_000;

/** A phone's moment, held within what can be true; `now` where it gives none. */
export const believed = (moment: PhoneMoment | undefined, now: Date): Date => {
  const at = new Date(moment ?? now);
  const age = now.getTime() - at.getTime();
  return age < 0 || age > LONGEST_AGO_MS ? now : at;
};

/** A phone's place as it is stored. */
export const placeOf = (place: SosPlace | undefined, now: Date): SignalPlace | null =>
  place
    ? {
        ...{ latitude: place.latitude, longitude: place.longitude, accuracyM: place.accuracy_m },
        at: believed(place.at, now),
      }
    : null;

type Secret = { secret: string };

const STATUS: Readonly<Record<IncidentStatus, SosState['status']>> = {
  ...{ raised: 'asked', acknowledged: 'seen', dispatched: 'sent', on_scene: 'there' },
  ...{ resolved: 'ended', false_alarm: 'ended', duplicate: 'ended' },
};

const notKnown = (): Refusal => new Refusal('not_found', 'This call is not known here. Please press the button again.');

/**
 * Where the call of a secret stands, and whether a code can be texted. Refused with 404 `not_found`
 * for another secret.
 */
export const callState = async (
  db: Db,
  { secret }: Secret,
  { now, textsAreSent }: { now: Date; textsAreSent: boolean },
): Promise<SosState> => {
  const found = await signalOfSecret(db, secretDigest(secret));
  if (!found) throw notKnown();
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  // A call in the queue of strangers rings with the queue.
  const rung = found.status === 'raised' ? await rungSteps(db, found.queue_id ?? found.incident_id) : [];
  return {
    ...{
      at: now.toISOString(),
      raised_at: found.received_at.toISOString(),
      status: STATUS[found.status],
    },
    ...{ seen_at: iso(found.acknowledged_at), sent_at: iso(found.dispatched_at), there_at: iso(found.on_scene_at) },
    ended_at: iso(found.ended_at),
    placed_at: iso(await newestPlaceAt(db, found.id)),
    ...{ is_safe_noted: found.safe_at !== null, is_drill: found.is_drill },
    ...(rung.length > 0 && {
      tried: rung.map(({ at, words, is_person }) => ({
        at: at.toISOString(),
        words: is_person ? 'It rings at one of us in the office.' : words,
      })),
    }),
    ...(textsAreSent && (await mayConfirm(db, found)) && { may_confirm: true }),
  };
};

type Call = Secret & {
  pressed_at?: PhoneMoment | undefined;
  place?: SosPlace | undefined;
  battery_percent?: number | undefined;
  driver_code?: string | undefined;
  car_number?: string | undefined;
};

type Calling = { id: string; isSignedIn: boolean };

/**
 * The driver who calls: the signed-in member's, or that of a code with its car number; or null. A
 * member whose code names no car calls for the own one.
 */
const driverOf = async (
  db: Db,
  { driver_code = '', car_number = '' }: Call,
  by: Caller | null,
): Promise<Calling | null> => {
  const code = driver_code.toUpperCase();
  const cars = by?.role === 'Member' ? await carsOfAccount(db, by.accountId) : [];
  const own = cars.find((car) => car.account_id === by?.accountId);
  const named = code === '' ? own : cars.find((car) => car.driver_code === code);
  if (named) return { id: named.id, isSignedIn: true };
  const driver = await ownerOfCode(db, code);
  if (driver && normalizeCarNumber(driver.car_number) === normalizeCarNumber(car_number)) {
    return { id: driver.id, isSignedIn: false };
  }
  return own ? { id: own.id, isSignedIn: true } : null;
};

type Taking = { body: Call; by: Caller | null; now: Date };
type Sending = {
  marks: readonly string[];
  address: string;
  groupKey: GroupKeys;
  textsAreSent: boolean;
  /** Counts a further call of an unknown phone; refuses it beyond what its address may make. */
  countStranger: () => void;
};

/**
 * Takes a call for help from a phone. The same secret again is the same call and only adds its
 * place, and not even that where it names another car by now. Refused with 404 `not_found` where
 * neither a session nor car number and code name a car, or a crash card's page has the secret.
 * `marks` are those of the browser's sign-ins, by which it is known without a session.
 */
export const takeCall = (
  db: Db,
  { body, by, now }: Taking,
  { marks, address, groupKey, textsAreSent, countStranger }: Sending,
): Promise<SosState> =>
  db.transaction().execute(async (tx) => {
    const secretHash = secretDigest(body.secret);
    const place = placeOf(body.place, now);
    // A page and its worker often send the same call at once.
    await holdNamed(tx, [`secret ${secretHash.toString('hex')}`]);
    const driver = await driverOf(tx, body, by);
    const before = await signalOfSecret(tx, secretHash);
    if (before) {
      const isOfOther = driver !== null && !(await areOneRecord(tx, driver.id, before.driver_id));
      if (!isOfOther) await addPlace(tx, body, place, now);
      return callState(tx, body, { now, textsAreSent });
    }
    const sender = { isSignedIn: driver?.isSignedIn ?? false, marks };
    const knownBy = driver && (await knownWayOf(tx, driver.id, sender));
    // The first call of a car is taken however many strangers share its address, as a carrier's do.
    if (knownBy === null && !(driver && (await openIncidentOf(tx, [driver.id])) === undefined)) countStranger();
    if (driver === null || (await scanOfSecret(tx, secretHash))) throw new Refusal('not_found', UNKNOWN_CALLER);
    const signal: Signal = {
      ...{ grade: 'sos', source: 'member', driverId: driver.id, deviceId: null },
      knownBy,
      ...(knownBy === null && { groupKey: await groupKey(tx, { driverId: driver.id, address }) }),
      ...{ at: believed(body.pressed_at, now), receivedAt: now, place, secretHash },
      batteryPercent: body.battery_percent ?? null,
    };
    await raise(tx, [signal], { now });
    return callState(tx, body, { now, textsAreSent });
  });

/** Adds a place to the call of a secret while that is open. */
export const addPlace = async (tx: Tx, { secret }: Secret, place: SignalPlace | null, now: Date): Promise<void> => {
  const found = await signalOfSecret(tx, secretDigest(secret));
  if (!found) throw notKnown();
  if (place === null || found.ended_at !== null) return;
  const { latitude, longitude, accuracyM, at } = place;
  await insertPlaces(tx, [
    {
      incident_id: found.incident_id,
      signal_id: found.id,
      source: found.source,
      at,
      received_at: now,
      latitude,
      longitude,
      accuracy_m: accuracyM,
    },
  ]);
};

/** The name of a secret's phone at the beginning of a sentence. */
export const nameOfPhone = async (db: Db, { secret }: Secret): Promise<string> => {
  const [phone] = (await phonesOf(db, [secretDigest(secret)])).values();
  if (!phone) throw notKnown();
  return phoneName(phone).replace('phone', 'Phone');
};

type Following = Secret & {
  place?: SosPlace | undefined;
  battery_percent?: number | undefined;
  is_safe?: true | undefined;
  wants_code?: true | undefined;
  code?: string | undefined;
};
type Followed = { body: Following; now: Date };
type FollowDeps = { textsAreSent: boolean; countCode: CountCode };

/**
 * Where a call stands, after its newer place, its battery and its word of safety are kept, and a
 * code is tried or texted.
 */
export const followOwnCall = async (
  db: Db,
  { body, now }: Followed,
  { textsAreSent, countCode }: FollowDeps,
): Promise<SosState> => {
  const { secret, code } = body;
  // By itself, since a wrong code is refused and its try counts all the same.
  if (code !== undefined) await confirmByCode(db, { secret, code }, now);
  return db.transaction().execute(async (tx) => {
    if (body.wants_code && textsAreSent) await textCode(tx, body, { countCode, now });
    await addPlace(tx, body, placeOf(body.place, now), now);
    if (body.battery_percent !== undefined) await noteBattery(tx, secretDigest(body.secret), body.battery_percent);
    const noted = body.is_safe ? await noteSafe(tx, secretDigest(body.secret), now) : null;
    if (noted !== null) {
      const words = `${await nameOfPhone(tx, body)} says to be safe.`;
      await insertSteps(tx, [{ incident_id: noted, at: now, what: 'signal', words }]);
    }
    return callState(tx, body, { now, textsAreSent });
  });
};
