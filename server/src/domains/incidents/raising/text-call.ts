import { timingSafeEqual } from 'node:crypto';
import { callsForHelp, normalizePhone } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { currentCarsOfMobile, mobilesOf } from '#domains/drivers';
import { queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import type { GroupKeys } from '../strangers/group-key.ts';
import { knownWayOf } from './known-source.ts';
import { raise, type Signal } from './raise.ts';
import { holdNamed, insertSignals, insertSteps, openCallOfNumber } from './raising.repo.ts';
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

type Text = { from: string; text: string };

/**
 * Takes a text message to the company's number: one that begins with a calling word raises an SOS
 * of the driver with the number, or of the number alone.
 */
export const takeTextCall = (
  db: Db,
  { body: { from, text }, now }: { body: Text; now: Date },
  groupKey: GroupKeys,
): Promise<{ message: string; is_call: boolean }> =>
  db.transaction().execute(async (tx) => {
    if (!callsForHelp(text)) return { message: 'This text does not call for help.', is_call: false };
    const phone = normalizePhone(from) ?? from;
    const cars = await currentCarsOfMobile(tx, phone);
    const [car] = cars;
    const signal: Signal = {
      ...{ grade: 'sos', source: 'text', driverId: car?.id ?? null, deviceId: null, at: now, receivedAt: now },
      knownBy: car ? await knownWayOf(tx, car.id, { isOwnNumber: true }) : null,
      groupKey: await groupKey(tx, { driverId: car?.id ?? null, text }),
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
    const words = `Text from ${phone}: ${text.trim().slice(0, MOST_WORDS)}${others}`;
    await insertSteps(tx, [{ incident_id: id, at: now, what: 'note', words }]);
    return { message: 'Help is called.', is_call: true };
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
