import { type DriverSummary, GENERAL_SEARCH_MATCHES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { driversSource } from './list-drivers.ts';

type Asked = { driver_code: string; mobile_number: string; car_number: string };
type Found = { status: true; message: string; driver: DriverSummary[] };

/**
 * Finds drivers by the beginnings of code, mobile and car number. Refused with 400 `invalid_input` when all are empty,
 * and with 404 `not_found` when no driver matches.
 */
export const generalSearch = async (db: Db, asked: Asked): Promise<Found> => {
  if (Object.values(asked).every((text) => text.trim() === '')) {
    throw new Refusal('invalid_input', 'Give a driver code, a mobile number or a car number.');
  }
  const query = {
    driver_code: asked.driver_code.trim(),
    mobile_number: asked.mobile_number.trim(),
    car_number: asked.car_number.trim(),
    sort: '-registered_at' as const,
  };
  const { rows, count } = await driversSource.page(db, { ...query, page: 1, size: GENERAL_SEARCH_MATCHES }, undefined);
  if (rows.length === 0) throw new Refusal('not_found', 'No driver was found.');
  const more = count > rows.length ? ` The first ${rows.length} are shown.` : '';
  return { status: true, message: count === 1 ? 'One driver found.' : `${count} drivers found.${more}`, driver: rows };
};
