import {
  formatInstant,
  MOST_OPEN_LINKS,
  type NewStolenLink,
  type StolenCar,
  type StolenChange,
  type StolenStatus,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { audit } from '#domains/audit';
import { keptRecord, lockDrivers, ownersById, recordAndMerged } from '#domains/drivers';
import { queueSms, wordsFor } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import type { Author, Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import { newSecret, secretDigest } from '#lib/sealed.ts';
import {
  closeStolenLinks,
  countOpenLinks,
  declarationById,
  insertDeclaration,
  insertStolenLink,
  lockDeclaration,
  openDeclarationOf,
  stolenLinkById,
} from './stolen.repo.ts';

/** The kind of a declaration in the audit log. */
export const STOLEN_NOUN = 'stolen car';

type Row = { id: string; status: StolenStatus };
type Change = StateChange<StolenStatus, Row>;

const CHANGES = {
  end: {
    from: ['open'],
    to: 'ended',
    needs: 'tracking.share',
    // The use case writes the log, where the record has the driver's code for a name.
    action: null,
    refusalEnd: 'so it cannot be ended again',
    keepsReason: true,
    set: (_, { by, now }) => ({ ended_at: now.toISOString(), ended_by: by?.accountId ?? null }),
    effect: async (tx, rows, { now }) => {
      for (const { id } of rows) await closeStolenLinks(tx, { stolen_car_id: id }, { now, by: null });
    },
  },
} as const satisfies Record<string, Change>;

const declarations: Stateful<StolenStatus, Row, keyof typeof CHANGES> = {
  table: 'stolen_cars',
  columns: [],
  noun: 'declaration',
  nameOf: ({ id }) => `number ${id}`,
  became: { open: 'is open', ended: 'has ended' },
  changes: CHANGES,
  audit: async () => {},
};

/** The present record of a declaration's driver, into which the declared one may be merged. */
const driverOf = async (tx: Tx, driverId: string) => {
  const id = await keptRecord(tx, driverId);
  return existing((await ownersById(tx, [id])).get(id), 'driver');
};

type Telling = { textsAreSent: boolean };
type Driver = Awaited<ReturnType<typeof driverOf>>;

/** Hours for which the news is worth sending. */
const TEXT_HOURS = 48;

const tellOwner = async (
  tx: Tx,
  { driver_code, mobile_number, is_removed }: Driver,
  template: 'stolen_declared' | 'stolen_ended',
  { now, textsAreSent }: Telling & { now: Date },
): Promise<boolean> => {
  if (!textsAreSent || is_removed || mobile_number === '') return false;
  const site = await readSite(tx);
  const values = { company: site.company_name, driver_code, phone: officePhone(site) };
  const text = (await wordsFor(tx, template))(values);
  return (await queueSms(tx, { to: mobile_number, text, hours: TEXT_HOURS }, now)) !== null;
};

type Asked<Body> = { body: Body; by: Caller; now: Date };

const subjectOf = (id: string, { driver_code: name }: Driver) => ({ kind: STOLEN_NOUN, id, name });

/**
 * Declares a car stolen and tells its owner. Refused with 404 `not_found`, and with 409 `conflict`
 * for a removed driver and a car that is declared already.
 */
export const declareStolen = async (
  tx: Tx,
  { body: { driver_id, last_seen }, by, now }: Asked<StolenCar>,
  { textsAreSent }: Telling,
): Promise<{ message: string; stolen_car_id: string }> => {
  await lockDrivers(tx, [driver_id]);
  const driver = existing((await ownersById(tx, [driver_id])).get(driver_id), 'driver');
  const { driver_code, car_number } = driver;
  if (driver.is_removed) {
    throw new Refusal('conflict', `${driver_code} was removed, so this car cannot be declared stolen.`);
  }
  const already = new Refusal('conflict', `${car_number} is declared stolen already.`);
  if (await openDeclarationOf(tx, await recordAndMerged(tx, driver_id))) throw already;
  const id = await insertDeclaration(tx, { driver_id, last_seen, declared_at: now, declared_by: by.accountId });
  if (id === undefined) throw already;
  // No words about the car: they can be erased from the declaration, not from the log.
  const after = { status: 'open' };
  await audit(tx, by, { action: 'stolen_cars.declare', subject: subjectOf(id, driver), after }, now);
  const isTold = await tellOwner(tx, driver, 'stolen_declared', { now, textsAreSent });
  return {
    message: `${car_number} is declared stolen.${isTold ? ' Its owner gets a text message.' : ''}`,
    stolen_car_id: id,
  };
};

/**
 * Ends a declaration, closes its links and tells the owner. Refused with 404 `not_found` and with
 * 409 `conflict` once it has ended.
 */
export const endStolen = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<StolenChange> & { id: string },
  { textsAreSent }: Telling,
): Promise<string> => {
  const { driver_id, status } = existing(await declarationById(tx, id), STOLEN_NOUN);
  await transition(tx, declarations, { ids: [id], change: 'end', by, reason, now });
  const driver = await driverOf(tx, driver_id);
  const change = { before: { status }, after: { status: 'ended' } };
  await audit(tx, by, { action: 'stolen_cars.end', subject: subjectOf(id, driver), ...change }, now);
  const isTold = await tellOwner(tx, driver, 'stolen_ended', { now, textsAreSent });
  const told = isTold ? ' and its owner gets a text message' : '';
  return `${driver.car_number} is no longer declared stolen: its links are closed${told}.`;
};

const HOUR = 3_600_000;

/**
 * Makes a link, whose secret is only in this answer. Refused with 404 `not_found`, and with 409
 * `conflict` once the declaration ended and beside too many open links.
 */
export const makeStolenLink = async (
  tx: Tx,
  { id, body: { made_for, hours }, by, now }: Asked<NewStolenLink> & { id: string },
): Promise<{ message: string; link_id: string; token: string; ends_at: string }> => {
  const declared = existing(await lockDeclaration(tx, id), STOLEN_NOUN);
  if (declared.status !== 'open') throw new Refusal('conflict', 'The search has ended, so no link can be made.');
  if (((await countOpenLinks(tx, [id], now)).get(id) ?? 0) >= MOST_OPEN_LINKS) {
    throw new Refusal('conflict', `${MOST_OPEN_LINKS} links of this car are open. Close one of them first.`);
  }
  const token = newSecret();
  const ends = new Date(now.getTime() + hours * HOUR);
  const link_id = await insertStolenLink(tx, {
    ...{
      stolen_car_id: id,
      token_hash: secretDigest(token),
      made_for,
      made_at: now,
      made_by: by.accountId,
      ends_at: ends,
    },
  });
  const ends_at = ends.toISOString();
  const subject = subjectOf(id, await driverOf(tx, declared.driver_id));
  await audit(tx, by, { action: 'stolen_cars.make_link', subject, after: { made_for, ends_at } }, now);
  return {
    link_id,
    token,
    ends_at,
    message: `The link works until ${formatInstant(ends_at)}. It is shown only now.`,
  };
};

/** Closes a link at once. Refused with 404 `not_found`. */
export const closeStolenLink = async (
  tx: Tx,
  { id, by, now }: { id: string; by: Author; now: Date },
): Promise<string> => {
  const link = await stolenLinkById(tx, id);
  if (!link) throw noSuch('link');
  const { stolen_car_id, made_for } = link;
  const closed = await closeStolenLinks(tx, { stolen_car_id, id }, { now, by: by.accountId });
  if (closed.length === 0) return 'The link was closed already.';
  const declared = existing(await declarationById(tx, stolen_car_id), STOLEN_NOUN);
  const subject = subjectOf(stolen_car_id, await driverOf(tx, declared.driver_id));
  await audit(tx, by, { action: 'stolen_cars.close_link', subject, after: { made_for } }, now);
  return 'The link is closed. It shows nothing from now on.';
};

/** Ends the declaration of an erased person's car and closes its links, without a text. */
export const closeDeclaration = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await transition(tx, declarations, { ids: [id], change: 'end', by: null, reason: 'The driver was erased.', now });
};
