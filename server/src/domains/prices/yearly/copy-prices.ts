import { MOST_NAMED_COPIES } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { refusalAt } from '#lib/refusal.ts';
import { missingIn } from '../price-of.ts';
import { checkPriceYear } from './add-price.ts';
import { landCodesWithout, landPricesToCopy } from './land-prices.repo.ts';
import { auditPrices, type DeskPrice, noteSetting, withZones, type ZoneNames } from './note-prices.ts';
import { copyFromYearBefore, countOfYear, type PriceDesk } from './yearly-prices.repo.ts';

const counted = (count: number): string => (count === 1 ? '1 price' : `${count.toLocaleString('en')} prices`);

const sentence = (year: number, copied: number, kept: number, missing: readonly string[]): string => {
  const parts = [
    copied === 0
      ? `${year} has every price that ${year - 1} has, so nothing was copied.`
      : `${counted(copied)} of ${year - 1} ${copied === 1 ? 'was' : 'were'} copied to ${year}.`,
    copied > 0 && kept > 0 ? `${counted(kept)} that ${year} had stayed as ${kept === 1 ? 'it was' : 'they were'}.` : '',
    missing.length > 0 ? `Still without a price for ${year}: ${missing.join(', ')}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
};

const refuseEmpty = async (db: Db, desk: PriceDesk, year: number): Promise<void> => {
  if ((await countOfYear(db, desk, year - 1)) > 0) return;
  throw refusalAt('refused', 'year', `${year - 1} has no prices that could be copied.`);
};

type Copied = { message: string; copied: DeskPrice[]; kept: number; missing: string[] };

/**
 * Copies a desk's missing prices from the year before; existing ones stay. Reports the copies and
 * the types without a price in both years. Refuses with 400 `invalid_input` a year off the list,
 * and 422 `refused` if the year before has none.
 */
export const copyPrices = async (
  tx: Tx,
  { desk, year }: { desk: PriceDesk; year: number },
  zoneNames: ZoneNames,
  by: ChangedBy,
): Promise<Copied> => {
  checkPriceYear(year, by.now);
  const copied = await withZones(tx, await copyFromYearBefore(tx, desk, year), zoneNames);
  if (copied.length === 0) await refuseEmpty(tx, desk, year);
  await auditPrices(
    tx,
    by,
    copied.map((price) => ({ action: 'prices.copy', price })),
  );
  await noteSetting(tx, copied, [by.caller.accountId], by.now);
  const kept = (await countOfYear(tx, desk, year)) - copied.length;
  const missing = desk === 'land' ? await landCodesWithout(tx, [year]) : await missingIn(tx, year);
  return { message: sentence(year, copied.length, kept, missing), copied, kept, missing };
};

/** The prices of land that a copy to a year would take over. */
export const previewCopy = async (db: Db, year: number, zoneNames: ZoneNames, now: Date) => {
  checkPriceYear(year, now);
  const { rows, count } = await landPricesToCopy(db, year, MOST_NAMED_COPIES);
  return {
    prices: await withZones(db, rows, zoneNames),
    count,
    kept: await countOfYear(db, 'land', year),
    missing: await landCodesWithout(db, [year - 1, year]),
  };
};
