import {
  type HeldLandPrice,
  type LandPriceRow,
  type LandUse,
  landPriceIn,
  landPrices,
  MISSING_PRICED_ZONE,
  type MissingPrices,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { refusalAt } from '#lib/refusal.ts';
import { FIRST_MONTH } from '../price-of.ts';
import { describedCodes, endedLandPrices, landCodes, landPricesSql, pricesForPlace } from './land-prices.repo.ts';
import { type DeskPrice, withZones, type ZoneNames } from './note-prices.ts';

/** A price of the land side as its endpoints answer it. */
export const presentLandPrice = (price: Omit<DeskPrice, 'plan'>): LandPriceRow => ({
  ...{ id: price.id, year: price.year, type_code: price.type_code, description: price.description },
  ...{ zone_id: price.zone_id, zone: price.zone, land_use: price.land_use, amount: price.amount },
});

/** The list of land's prices, with the words of their codes and zones. */
export const landPricesSource = (zoneNames: ZoneNames) =>
  listSource(landPrices, landPricesSql, async (rows, db) => {
    const described = await describedCodes(db, [...new Set(rows.map(({ type_code }) => type_code))]);
    const named = await withZones(db, rows, zoneNames);
    return named.map((row) => presentLandPrice({ ...row, description: described.get(row.type_code) ?? '' }));
  });

/** A place of land in a year; null where the zone or the use is not known. */
export type PricedLand = { year: number; zoneId: string | null; landUse: LandUse | null };

/**
 * The price of each land code in a year at a place, in the order of the codes, and its source.
 * A code without a price has null: nothing is assumed in its place.
 */
export const landPricesFor = async (db: Db, { year, zoneId, landUse }: PricedLand): Promise<HeldLandPrice[]> => {
  const place = { zone_id: zoneId, land_use: landUse };
  const prices = await pricesForPlace(db, { year, ...place });
  return (await landCodes(db)).map(({ type_code, description }) => {
    const held = landPriceIn(prices, type_code, place);
    return { type_code, description, amount: held?.amount ?? null, from: held?.from ?? null };
  });
};

/** As `landPricesFor`, for a zone that must be known. */
export const showLandPrices = async (db: Db, land: PricedLand, zoneNames: ZoneNames): Promise<HeldLandPrice[]> => {
  if (land.zoneId !== null && !(await zoneNames(db, [land.zoneId])).has(land.zoneId)) {
    throw refusalAt('invalid_input', 'zone_id', MISSING_PRICED_ZONE);
  }
  return landPricesFor(db, land);
};

/**
 * The land codes whose prices of the year before end without another: in this year, and from
 * October on in the next. Of a code that keeps some, it says how many.
 */
export const missingLandPrices = async (db: Db, now: Date): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const years = month >= FIRST_MONTH ? [year, year + 1] : [year];
  const missing: MissingPrices[] = [];
  for (const of of years) {
    const ended = await endedLandPrices(db, of);
    const descriptions = ended.map((code) =>
      code.ended === code.had ? code.description : `${code.description} (${code.ended} of ${code.had} prices)`,
    );
    if (descriptions.length > 0) missing.push({ year: of, descriptions });
  }
  return missing;
};
