import { OWN_LOOKS, type OwnCarPlace, type Trail } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { looksAtPlace, recordAndMerged } from '#domains/drivers';
import { ownDriver } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import { openDeclarationOf, stolenLinksOf } from '../stolen/stolen.repo.ts';
import { trailOf } from '../trails/trails.ts';
import { placeOfCar } from './car-places.ts';

/** The full names of staff by their usernames in lower case. */
export type NamesOfLogins = (db: Db, logins: readonly string[]) => Promise<ReadonlyMap<string, string>>;

type Asked = { accountId: string; driverCode: string | undefined; now: Date };

const declarationFor = async (db: Db, ids: readonly string[], now: Date): Promise<OwnCarPlace['stolen']> => {
  const declared = await openDeclarationOf(db, ids);
  if (!declared) return null;
  const links = await stolenLinksOf(db, declared.id);
  return {
    declared_at: declared.declared_at.toISOString(),
    last_seen: declared.last_seen,
    shares: links.map(({ made_for, made_at, ends_at, closed_at, openings, last_opened_at }) => ({
      ...{ made_for, made_at: made_at.toISOString(), ends_at: ends_at.toISOString() },
      ...{ is_open: closed_at === null && ends_at > now, openings },
      last_opened_at: last_opened_at?.toISOString() ?? null,
    })),
  };
};

/** One of the member's cars with its place. Refused with 404 `not_found` as `ownDriver` does. */
export const showOwnCar = async (
  db: Db,
  { accountId, driverCode, now }: Asked,
  namedBy: NamesOfLogins,
): Promise<OwnCarPlace> => {
  const { id, driver_code, car_number } = await ownDriver(db, accountId, driverCode);
  const ids = await recordAndMerged(db, id);
  const { fittedAt, silentMinutes, place } = await placeOfCar(db, ids);
  const looks = await looksAtPlace(db, ids, OWN_LOOKS);
  const names = await namedBy(db, [...new Set(pluck(looks, 'actor'))]);
  return {
    ...{ at: now.toISOString(), driver_code, car_number },
    fitted_at: fittedAt?.toISOString() ?? null,
    silent_minutes: silentMinutes,
    place,
    stolen: await declarationFor(db, ids, now),
    looks: looks.map(({ actor, looked_at }) => ({
      who: names.get(actor.toLowerCase()) ?? 'Our staff',
      looked_at: looked_at.toISOString(),
    })),
  };
};

/** A day of one of the member's cars. Refused with 404 `not_found` as `ownDriver` does. */
export const showOwnTrail = async (
  db: Db,
  { accountId, driverCode, day }: { accountId: string; driverCode: string | undefined; day: string },
): Promise<Trail> => trailOf(db, { driverId: (await ownDriver(db, accountId, driverCode)).id, day });
