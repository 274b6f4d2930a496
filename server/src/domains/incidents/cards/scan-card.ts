import {
  CARD_NOT_IN_USE,
  type Driver,
  fullName,
  type PhoneMoment,
  readPaperCode,
  type ScannedCard,
  type SosPlace,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { areOneRecord, keptRecord, presentedDriver, recordAndMerged } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import { INCIDENT_NOUN } from '../incident-changes.ts';
import { incidentById, lockIncident } from '../incidents.repo.ts';
import { addPlace, believed, callState, nameOfPhone, placeOf } from '../raising/call-for-help.ts';
import { raise, type Signal } from '../raising/raise.ts';
import { holdNamed, insertSteps, knowPhone, signalOfSecret } from '../raising/raising.repo.ts';
import { ringFirst } from '../shifts/ring.ts';
import type { GroupKeys } from '../strangers/group-key.ts';
import {
  type Card,
  cardById,
  cardOfCode,
  insertScan,
  lockScan,
  MOST_SCANS,
  openIncidentOf,
  type Scan,
  scanOfSecret,
  scansOfIncident,
  updateScan,
} from './crash-cards.repo.ts';

/** How long a phone shows what was released to it: until help is there, and no longer. */
const RELEASED_MS = 2 * 3_600_000;

type Page = { code: string; secret: string };
type CardInUse = { card: Card; driver: Driver };

/** The card of a code. Refused with 404 `not_found`, in the same words for all. */
const cardInUse = async (db: Db, typed: string): Promise<CardInUse> => {
  const code = readPaperCode(typed);
  const card = code === null ? undefined : await cardOfCode(db, code);
  const driver = card && (await presentedDriver(db, await keptRecord(db, card.driver_id)));
  if (!card || !driver || driver.removed_at !== null) throw new Refusal('not_found', CARD_NOT_IN_USE);
  return { card, driver };
};

const noteStep = (tx: Tx, incident_id: string, words: string, now: Date, actor_id: string | null = null) =>
  insertSteps(tx, [{ incident_id, at: now, what: actor_id === null ? 'note' : 'change', words, actor_id }]);

/** Puts a scan to an incident, unless that has very many: a card's finder could fill it. */
const joinIncident = async (
  tx: Tx,
  scan: Scan,
  incident_id: string,
  { records, now }: { records: readonly string[]; now: Date },
): Promise<boolean> => {
  if ((await scansOfIncident(tx, incident_id, records)).length >= MOST_SCANS) return false;
  await updateScan(tx, scan.id, { incident_id });
  await noteStep(tx, incident_id, 'The crash card of the car was scanned.', now);
  return true;
};

/** The scan of a page, which is on record from its first word. */
const scanOf = async (tx: Tx, { card, driver }: CardInUse, { secret }: Page, now: Date): Promise<Scan> => {
  const secret_hash = secretDigest(secret);
  await holdNamed(tx, [`secret ${secret_hash.toString('hex')}`]);
  const known = await scanOfSecret(tx, secret_hash);
  // A secret belongs to one record: that of a phone's button may be of any car.
  if ((await signalOfSecret(tx, secret_hash))?.source === 'member') throw new Refusal('not_found', CARD_NOT_IN_USE);
  const scan = known ?? (await insertScan(tx, { card_id: card.id, secret_hash, at: now }));
  if (scan.card_id !== card.id) throw new Refusal('not_found', CARD_NOT_IN_USE);
  if (scan.incident_id !== null) return scan;
  const records = await recordAndMerged(tx, driver.id);
  const open = await openIncidentOf(tx, records);
  if (open === undefined || !(await joinIncident(tx, scan, open, { records, now }))) return scan;
  return { ...scan, incident_id: open };
};

const isReleased = ({ released_at }: Scan, now: Date): boolean =>
  released_at !== null && now.getTime() - released_at.getTime() <= RELEASED_MS;

/** Kin and blood group, while the office lets the page show them. */
const releasedTo = async (
  db: Db,
  { card, driver }: CardInUse,
  scan: Scan,
  now: Date,
): Promise<ScannedCard['released']> => {
  if (scan.incident_id === null || !isReleased(scan, now)) return null;
  const incident = await incidentById(db, scan.incident_id);
  if (incident?.ended_at !== null || !(await areOneRecord(db, card.driver_id, incident.driver_id))) return null;
  const { next_of_kin: name, kin_mobile_number: mobile_number, kin_relationship: relationship } = driver;
  return {
    fullname: fullName(driver),
    kin: name === '' ? null : { name, mobile_number, relationship },
    blood_group: card.blood_group as NonNullable<ScannedCard['released']>['blood_group'],
  };
};

const present = async (tx: Tx, inUse: CardInUse, scan: Scan, { secret }: Page, now: Date): Promise<ScannedCard> => {
  const isCall = (await signalOfSecret(tx, secretDigest(secret))) !== undefined;
  return {
    at: now.toISOString(),
    call: isCall ? await callState(tx, { secret }, { now, textsAreSent: false }) : null,
    released: await releasedTo(tx, inUse, scan, now),
  };
};

/** The page of a scanned card. Refused with 404 `not_found` where the card is not in use. */
export const openCard = (db: Db, { body, now }: { body: Page; now: Date }): Promise<ScannedCard> =>
  db.transaction().execute(async (tx) => {
    const inUse = await cardInUse(tx, body.code);
    const scan = await scanOf(tx, inUse, body, now);
    return present(tx, inUse, scan, body, now);
  });

type Telling = Page & {
  pressed_at?: PhoneMoment | undefined;
  place?: SosPlace | undefined;
  phone?: string | undefined;
  words?: string | undefined;
};

const saidIn = ({ phone = '', words = '' }: Telling): string =>
  [words, phone && `Call back: ${phone}`].filter(Boolean).join(' · ');

/**
 * Takes the word of somebody at the car: it rings as an accident. The same secret again only adds
 * what is new. Refused with 404 `not_found` where the card is not in use.
 */
export const tellOfCard = (
  db: Db,
  { body, now }: { body: Telling; now: Date },
  { address, groupKey }: { address: string; groupKey: GroupKeys },
): Promise<ScannedCard> =>
  db.transaction().execute(async (tx) => {
    const inUse = await cardInUse(tx, body.code);
    const scan = await scanOf(tx, inUse, body, now);
    const secretHash = secretDigest(body.secret);
    const place = placeOf(body.place, now);
    const before = await signalOfSecret(tx, secretHash);
    if (before) await addPlace(tx, body, place, now);
    else {
      const driverId = inUse.driver.id;
      const call = { name: '', phone: body.phone ?? '', place: '' };
      const at = believed(body.pressed_at, now);
      const key = await groupKey(tx, { driverId, address, ...(body.words !== undefined && { text: body.words }) });
      const signal: Signal = {
        ...{ grade: 'accident', source: 'card', knownBy: null, driverId, deviceId: null },
        ...{ at, receivedAt: now, place, secretHash, call, groupKey: key },
      };
      await raise(tx, [signal], { now });
    }
    const incidentId = before?.incident_id ?? (await signalOfSecret(tx, secretHash))?.incident_id;
    if (incidentId === undefined) throw new Error('A scan that told has no incident');
    const said = saidIn(body);
    if (said !== '' && !(before && scan.told_at !== null)) {
      await noteStep(tx, incidentId, `${await nameOfPhone(tx, body)} at the car says: ${said}`, now);
    }
    const told = { incident_id: incidentId, told_at: scan.told_at ?? now };
    await updateScan(tx, scan.id, told);
    return present(tx, inUse, { ...scan, ...told }, body, now);
  });

/**
 * Lets the page of a scan show kin and blood group. Refused with 404 `not_found`, and with 409
 * `conflict` where its incident has ended or there is none, or where scan and
 * incident are not of one car.
 */
export const releaseCard = async (tx: Tx, { id, by, now }: { id: string; by: Caller; now: Date }): Promise<string> => {
  const scan = existing(await lockScan(tx, id), 'scan');
  const incident = scan.incident_id === null ? undefined : await lockIncident(tx, scan.incident_id);
  if (!incident || incident.ended_at !== null) {
    throw new Refusal('conflict', 'This emergency has ended, so nothing is shown to the phone any more.');
  }
  const card = existing(await cardById(tx, scan.card_id), 'scan');
  if (!(await areOneRecord(tx, card.driver_id, incident.driver_id))) {
    throw new Refusal('conflict', 'The crash card belongs to another car than this emergency, so nothing is shown.');
  }
  if (isReleased(scan, now)) return 'The phone that scanned the card shows them already.';
  await updateScan(tx, id, { released_at: now, released_by: by.accountId });
  // It leaves the queue of strangers, and is to be passed on as others.
  if (await knowPhone(tx, scan.secret_hash, 'card')) await ringFirst(tx, [incident], now);
  const what = card.blood_group === null ? 'Kin' : 'Kin and blood group';
  await noteStep(tx, incident.id, `${what} are shown to the phone that scanned the crash card.`, now, by.accountId);
  const subject = { kind: INCIDENT_NOUN, id: incident.id, name: incident.number };
  await audit(tx, by, { action: 'incidents.release_card', subject, after: { what } }, now);
  return 'The phone that scanned the card shows them now.';
};
