import {
  type CarRequest,
  type CarRequestStatus,
  carRequestList,
  fullName,
  type ListedCarRequest,
  type ListQuery,
  MAX_OPEN_CAR_REQUESTS,
  normalizeCarNumber,
  type OwnCar,
  type OwnCarRequest,
  type PersonsCar,
  planIn,
  smsLength,
  smsParts,
  TEMPLATES,
  type TemplateValues,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import { loginsOf } from '#domains/identity';
import { builtInWords, queueSms, type Words, wordsFor } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import type { Author, Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { noSuch, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck, presentOf, upper } from '#lib/values.ts';
import { findCurrentDriver, recordsById } from '../drivers.repo.ts';
import { alreadyRegistered } from '../registration/check-registration.ts';
import type { MoneyOfDrivers } from '../search/list-drivers.ts';
import {
  carRequestsSql,
  currentCarOf,
  insertRequest,
  lastRequests,
  personOfRequest,
  recordsOfPerson,
  waitingKeys,
} from './car-requests.repo.ts';
import { carsOfAccount, carsOfPerson, lockCurrentPerson } from './cars.repo.ts';

type Shown = { now: Date; moneyOf: MoneyOfDrivers['of'] | null };

/** All cars of a driver's person for staff. Refused with 404 `not_found`. */
export const showCars = async (db: Db, id: string, { now, moneyOf }: Shown): Promise<PersonsCar[]> => {
  const cars = await carsOfPerson(db, id);
  if (cars.length === 0) throw noSuch('driver');
  const records = await recordsById(db, pluck(cars, 'id'));
  const current = records.filter(({ removed_at }) => removed_at === null);
  const money = await moneyOf?.(db, current, now);
  const plans = new Map(records.map((record) => [record.id, record.plans]));
  return cars.map((car) => ({
    ...withIsoDates(car),
    plan: planIn(plans.get(car.id) ?? [], today(now).slice(0, 7)),
    owed: money?.get(car.id)?.owed ?? null,
  }));
};

/** The cars of a member's person and the account's own. Refused with 404 `not_found`. */
const ownCars = async (db: Db, accountId: string) => {
  const cars = await carsOfAccount(db, accountId);
  const signedIn = cars.find(({ account_id }) => account_id === accountId);
  if (!signedIn) throw new Refusal('not_found', 'You are not registered as a driver any more.');
  return { cars, signedIn };
};

/** The requests that a member's page shows. */
const SHOWN_REQUESTS = 10;

/** A member's cars and their person's last requests for others. Refused as `ownCars`. */
export const showOwnCars = async (
  db: Db,
  accountId: string,
): Promise<{ cars: OwnCar[]; requests: OwnCarRequest[] }> => {
  const { cars, signedIn } = await ownCars(db, accountId);
  const asked = await lastRequests(db, await recordsOfPerson(db, signedIn.root_id), SHOWN_REQUESTS);
  return {
    cars: cars.map((car) => ({
      driver_code: car.driver_code,
      car_number: car.car_number,
      is_signed_in: car === signedIn,
    })),
    requests: asked.map((request) => ({ ...request, asked_at: request.asked_at.toISOString() })),
  };
};

type CarRequestRecord = { id: string; status: CarRequestStatus; car_number: string };
/** The new record, if a request is granted. */
type With = { grantedDriverId: string } | undefined;
type Change = StateChange<CarRequestStatus, CarRequestRecord, With>;

const setDecision: NonNullable<Change['set']> = (_, { by, now, with: granted }) => ({
  decided_at: now.toISOString(),
  decided_by: by?.accountId ?? null,
  granted_driver_id: granted?.grantedDriverId ?? null,
});

/** A request's life: `asked → granted | refused | withdrawn`. */
const CHANGES = {
  grant: { from: ['asked'], to: 'granted', needs: 'drivers.change', action: 'drivers.grant_car', set: setDecision },
  refuse: {
    from: ['asked'],
    to: 'refused',
    needs: 'drivers.change',
    action: 'drivers.refuse_car',
    keepsReason: true,
    set: setDecision,
  },
  withdraw: { from: ['asked'], to: 'withdrawn', needs: 'own', action: null, set: setDecision },
} as const satisfies Record<string, Change>;

const requests: Stateful<CarRequestStatus, CarRequestRecord, keyof typeof CHANGES, With> = {
  table: 'car_requests',
  columns: ['car_number'],
  noun: 'request',
  nameOf: ({ car_number }) => `for ${car_number}`,
  became: { asked: 'is waiting', granted: 'was granted', refused: 'was refused', withdrawn: 'was withdrawn' },
  changes: CHANGES,
  audit: auditAll,
};

type Decided = { by: Author; now: Date };

/** Grants a request with its new car. Refused with 409 `conflict` if it was decided. */
export const grantRequest = async (tx: Tx, id: string, driverId: string, { by, now }: Decided): Promise<void> => {
  await transition(tx, requests, { ids: [id], change: 'grant', by, now, with: { grantedDriverId: driverId } });
};

const refuse = (message: string): Refusal => refusalAt('conflict', 'car_number', message);

/**
 * Stores a member's request for another car and returns its record number. Refused with 409
 * `already_registered` for a registered car, and with 409 `conflict` for a car that the person has
 * asked for, or while several of their requests wait.
 */
export const askForCar = async (
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
  { car_number, note = '' }: CarRequest,
): Promise<string> => {
  const { signedIn } = await ownCars(tx, accountId);
  // The lock lets one request of a person at a time be counted and stored, from any of their cars.
  await lockCurrentPerson(tx, signedIn.root_id);
  if (await findCurrentDriver(tx, { carNumber: car_number })) throw await alreadyRegistered(tx, 'car_number');
  const waiting = await waitingKeys(tx, await recordsOfPerson(tx, signedIn.root_id));
  if (waiting.includes(normalizeCarNumber(car_number))) throw refuse('You have already asked for this car.');
  if (waiting.length >= MAX_OPEN_CAR_REQUESTS) {
    throw refuse(`${waiting.length} of your requests wait. Please wait until our office has looked at them.`);
  }
  return insertRequest(tx, { driver_id: signedIn.id, car_number: upper(car_number), note, asked_at: now });
};

const { parts: MOST } = TEMPLATES.car_refused;

/** One character outside GSM's alphabet makes the network count the whole text differently. */
const tooLong = (parts: number, reason: string): Refusal => {
  const { outside } = smsLength(reason);
  const mend = outside === null ? 'Please shorten it.' : `Please shorten it, or write it without “${outside}”.`;
  const message = `With this reason the member’s text takes ${parts} text messages, and may take ${MOST}. ${mend}`;
  return refusalAt('invalid_input', 'reason', message);
};

/**
 * The text that tells a member why a car was refused, in the company's words, or in the built-in
 * ones if only these leave room for the reason. Refused with 400 `invalid_input` for a reason that
 * takes more text messages than the template may.
 */
export const refusalText = (values: TemplateValues<'car_refused'>, words: Words<'car_refused'>): string => {
  const builtIn = builtInWords('car_refused', values);
  const text = [words(values), builtIn].find((one) => smsParts(one) <= MOST);
  if (text === undefined) throw tooLong(smsParts(builtIn), values.reason);
  return text;
};

/** Hours for which the answer is worth sending. */
const HOURS = 72;

type Refused = { id: string; reason: string };

/** Texts the person if they are still a member, and returns true if a text was queued. */
const textReason = async (tx: Tx, { id, reason }: Refused, now: Date): Promise<boolean> => {
  const request = await personOfRequest(tx, id);
  const member = request && (await currentCarOf(tx, request.root_id));
  if (!member) return false;
  const site = await readSite(tx);
  const words = await wordsFor(tx, 'car_refused');
  const text = refusalText({ company: site.company_name, reason, phone: officePhone(site) }, words);
  await queueSms(tx, { to: member.mobile_number, text, hours: HOURS, canWait: true }, now);
  return true;
};

/**
 * Refuses a member's request for another car. The member reads the reason on their page and, where
 * texts are sent, in a text message; returns true if one was queued. Refused with 404 `not_found`,
 * with 409 `conflict` if it was decided, and with 400 `invalid_input` for a reason that is too long
 * to be texted.
 */
export const refuseCarRequest = async (
  tx: Tx,
  { id, reason }: Refused,
  { by, now, textsAreSent }: { by: Author; now: Date; textsAreSent: boolean },
): Promise<boolean> => {
  await transition(tx, requests, { ids: [id], change: 'refuse', by, reason, now });
  return textsAreSent && (await textReason(tx, { id, reason }, now));
};

/**
 * Withdraws a member's waiting request, made with any of their cars. Idempotent. Refused with 404
 * `not_found` for another person's request, and with 409 `conflict` if the office has decided.
 */
export const withdrawCarRequest = async (
  tx: Tx,
  id: string,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> => {
  const { signedIn } = await ownCars(tx, caller.accountId);
  // A second withdrawal at the same time finds it withdrawn.
  await lockCurrentPerson(tx, signedIn.root_id);
  const request = await personOfRequest(tx, id);
  if (request?.root_id !== signedIn.root_id) throw noSuch('request');
  if (request.status !== 'withdrawn')
    await transition(tx, requests, { ids: [id], change: 'withdraw', by: caller, now });
};

/** Members' requests for another car, with their records and who decided. */
export const carRequestsSource: ListSource<ListQuery<typeof carRequestList>, ListedCarRequest> = listSource(
  carRequestList,
  carRequestsSql,
  async (rows, db) => {
    const logins = await loginsOf(db, presentOf(pluck(rows, 'decided_by')));
    return rows.map(({ first_name, middle_name, last_name, ...row }) => ({
      ...withIsoDates(row),
      fullname: fullName({ first_name, middle_name, last_name }),
      decided_by: row.decided_by === null ? '' : (logins.get(row.decided_by) ?? ''),
    }));
  },
);
