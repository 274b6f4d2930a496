import { timingSafeEqual } from 'node:crypto';
import { CALLING_WORDS, fullName, normalizePhone } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { currentCarsOfMobile, mobilesOf, ownersById } from '#domains/drivers';
import { leaveContactMessage, queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import { pluck } from '#lib/values.ts';
import type { GroupKeys } from '../strangers/group-key.ts';
import { isCallForHelp } from './calling-words.ts';
import { knownWayOf } from './known-source.ts';
import { raise, type Signal } from './raise.ts';
import { holdNamed, insertSignals, insertSteps, openCallOfCars, openCallOfNumber } from './raising.repo.ts';
import { hasUnansweredTexts, noteTextsTold } from './text-callers.repo.ts';

/** The most of a text message that the time line keeps. */
const MOST_WORDS = 500;

/**
 * Refuses calls without the gateway's secret, after `noteWrong`; with 404 `not_found` while none is
 * set.
 */
export const checkTextSecret = (
  { expected, given }: { expected: string | undefined; given: unknown },
  noteWrong: () => void,
): void => {
  if (expected === undefined) throw new Refusal('not_found', 'Text messages are not taken here.');
  const isRight = typeof given === 'string' && timingSafeEqual(secretDigest(given), secretDigest(expected));
  if (isRight) return;
  noteWrong();
  if (typeof given !== 'string' || given === '')
    throw new Refusal('missing_credentials', 'The gateway’s secret is missing.');
  throw new Refusal('wrong_credentials', 'The gateway’s secret is wrong.');
};

/** As the gateway sent it, in whatever shape. */
type Sent = { from?: string | number | undefined; text?: string | number | undefined };
type Text = { phone: string; words: string };

/** The most characters of a text that are read, and of a sender. */
const [MOST_READ, MOST_OF_SENDER] = [1_600, 40];

/** One line for each of the text, without what cannot be seen or stored. */
const plain = (given: string | number | undefined, most: number): string =>
  String(given ?? '')
    .replace(/[^\P{C}\n]+/gu, ' ')
    .trim()
    .slice(0, most);

const noteOf = ({ phone, words }: Text): string =>
  `Text from ${phone || 'a hidden number'}: ${words.slice(0, MOST_WORDS) || 'no words'}`;

/** Raises an SOS of the newest of a driver's cars, or of the number alone. */
const raiseText = async (tx: Tx, text: Text, cars: readonly { id: string }[], groupKey: GroupKeys, now: Date) => {
  const { phone, words } = text;
  const [car] = cars;
  const signal: Signal = {
    ...{ grade: 'sos', source: 'text', driverId: car?.id ?? null, deviceId: null, at: now, receivedAt: now },
    knownBy: car ? await knownWayOf(tx, car.id, { isOwnNumber: true }) : null,
    groupKey: await groupKey(tx, { driverId: car?.id ?? null, text: words }),
    ...{ place: null, call: { name: '', phone, place: '' } },
  };
  if (!car) await holdNamed(tx, [`phone ${phone}`]);
  const open = car ? undefined : await openCallOfNumber(tx, phone);
  const id = open ?? (await raise(tx, [signal], { now })).get(signal) ?? '';
  if (open !== undefined) {
    const repeated = { incident_id: open, grade: 'sos', source: 'text', known_by: null } as const;
    await insertSignals(tx, [{ ...repeated, at: now, received_at: now }]);
  }
  const others = cars.length > 1 ? ` This person has ${cars.length} cars: ask which one.` : '';
  await insertSteps(tx, [{ incident_id: id, at: now, what: 'note', words: `${noteOf(text)}${others}` }]);
};

/**
 * Brings a text that calls nobody to the office: as a note on the sender's open call, else, from a
 * driver's number, as a message that the board shows. Gives false for a stranger's, which is left.
 */
const passOn = async (tx: Tx, text: Text, cars: readonly { id: string }[], now: Date): Promise<boolean> => {
  const { phone, words } = text;
  const [car] = cars;
  const open = car ? await openCallOfCars(tx, pluck(cars, 'id')) : await openCallOfNumber(tx, phone);
  if (open !== undefined) {
    await insertSteps(tx, [{ incident_id: open, at: now, what: 'note', words: noteOf(text) }]);
    return true;
  }
  const driver = car && (await ownersById(tx, [car.id])).get(car.id);
  if (!driver) return false;
  const sender = { name: fullName(driver), email: '', contact_number: phone, driver_id: driver.id };
  const message = { subject: 'Text message', message: words || 'no words' };
  await leaveContactMessage(tx, { ...sender, ...message, is_text: true }, now);
  return true;
};

/** Takes a text message to the company's number: it calls for help, or reaches the office. */
export const takeTextCall = (
  db: Db,
  { body, now }: { body: Sent; now: Date },
  groupKey: GroupKeys,
): Promise<{ message: string; is_call: boolean }> =>
  db.transaction().execute(async (tx) => {
    const from = plain(body.from, MOST_OF_SENDER);
    const text = { phone: normalizePhone(from) ?? from, words: plain(body.text, MOST_READ) };
    const cars = await currentCarsOfMobile(tx, text.phone);
    const { calling_words } = await readSite(tx);
    const words = [...CALLING_WORDS, ...calling_words];
    if (isCallForHelp(text.words, { words, isKnown: cars.length > 0 })) {
      await raiseText(tx, text, cars, groupKey, now);
      return { message: 'Help is called.', is_call: true };
    }
    const isRead = await passOn(tx, text, cars, now);
    return { message: isRead ? 'The office reads it.' : 'This text does not call for help.', is_call: false };
  });

/** Milliseconds after which a caller is told that nobody has answered, and after which no more. */
const [UNANSWERED_MS, LATEST_MS] = [60_000, 600_000];
/** Hours for which the text message is worth sending. */
const TEXT_HOURS = 1;

const spanOf = (now: Date) => ({
  from: new Date(now.getTime() - LATEST_MS),
  until: new Date(now.getTime() - UNANSWERED_MS),
});

export const mustTellTextCallers = (db: Db, now: Date): Promise<boolean> => hasUnansweredTexts(db, spanOf(now));

/** Tells callers by text message from a number on record, once, that nobody has answered. */
export const tellTextCallers = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const told = await noteTextsTold(tx, spanOf(now), now);
    if (told.length === 0) return;
    const numbers = await mobilesOf(
      tx,
      told.map(({ driver_id }) => driver_id),
    );
    const { company_name: company } = await readSite(tx);
    const text = (await wordsFor(tx, 'call_unanswered'))({ company });
    const texts = numbers.map(({ mobile_number: to }) => ({ to, text, hours: TEXT_HOURS }));
    await queueTexts(tx, texts, now, { isUrgent: true });
    const words = 'The caller is told by text message that nobody has answered yet.';
    await insertSteps(
      tx,
      told.map(({ incident_id }) => ({ incident_id, at: now, what: 'note' as const, words })),
    );
  });
