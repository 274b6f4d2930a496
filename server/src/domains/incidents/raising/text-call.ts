import { timingSafeEqual } from 'node:crypto';
import { callsForHelp, normalizePhone } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { currentCarsOfMobile } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import type { GroupKeys } from '../strangers/group-key.ts';
import { knownWayOf } from './known-source.ts';
import { raise, type Signal } from './raise.ts';
import { holdNamed, insertSignals, insertSteps, openCallOfNumber } from './raising.repo.ts';

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
