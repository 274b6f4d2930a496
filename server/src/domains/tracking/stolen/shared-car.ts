import { LINK_ENDED, MOST_SHARED_POINTS, SHARED_TRAIL_HOURS, type SharedCar } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { keptRecord, ownersById, recordAndMerged } from '#domains/drivers';
import { addressKey } from '#lib/address-key.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import { placeOfCar, pointsOfCar } from '../traces/car-places.ts';
import { declarationById, holdOpenLink, insertOpening } from './stolen.repo.ts';

const HOUR = 3_600_000;
const MOST_AGENT = 200;

const latest = (...moments: readonly Date[]): Date => new Date(Math.max(...moments.map((one) => one.getTime())));

type Opening = {
  body: { token: string; since?: string | undefined };
  now: Date;
  from: { address: string; userAgent: string };
};

/**
 * The car that a link shows, and notes who opened it. The link is held meanwhile, so that no answer
 * is made of one that is closed. Refused with 404 `not_found`, in the same words for a secret that
 * is guessed, ended or closed.
 */
export const openSharedCar = (db: Db, { body: { token, since }, now, from }: Opening): Promise<SharedCar> =>
  db.transaction().execute(async (tx) => {
    const link = await holdOpenLink(tx, secretDigest(token), now);
    if (!link) throw new Refusal('not_found', LINK_ENDED);
    const user_agent = from.userAgent.slice(0, MOST_AGENT);
    await insertOpening(tx, { link_id: link.id, opened_at: now, address: addressKey(from.address), user_agent });
    const declared = existing(await declarationById(tx, link.stolen_car_id), 'link');
    const id = await keptRecord(tx, declared.driver_id);
    const driver = existing((await ownersById(tx, [id])).get(id), 'link');
    const { fittedAt, silentMinutes, place, spans } = await placeOfCar(tx, await recordAndMerged(tx, id));
    const begins = latest(declared.declared_at, new Date(now.getTime() - SHARED_TRAIL_HOURS * HOUR));
    const after = since === undefined ? begins : latest(begins, new Date(new Date(since).getTime() + 1));
    const points = await pointsOfCar(tx, spans, { from: after, until: now, most: MOST_SHARED_POINTS });
    return {
      at: now.toISOString(),
      car_number: driver.car_number,
      declared_at: declared.declared_at.toISOString(),
      last_seen: declared.last_seen,
      ends_at: link.ends_at.toISOString(),
      has_tracker: fittedAt !== null,
      silent_minutes: silentMinutes,
      place,
      trail: points.map(({ latitude, longitude, fix_at }) => [latitude, longitude, fix_at.toISOString()]),
    };
  });
