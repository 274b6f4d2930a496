import type { CopiedPrices } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { missingIn } from '../missing-prices.ts';
import { auditPrices } from './audit-price.ts';
import { checkYear, refuseField } from './check-year.ts';
import { copyFromYearBefore, countOfYear } from './yearly-prices.repo.ts';

const prices = (count: number): string => (count === 1 ? '1 price' : `${count} prices`);

const sentence = (year: number, copied: number, kept: number, missing: readonly string[]): string => {
  const parts = [
    copied === 0
      ? `${year} has every price that ${year - 1} has, so nothing was copied.`
      : `${prices(copied)} of ${year - 1} ${copied === 1 ? 'was' : 'were'} copied to ${year}.`,
    copied > 0 && kept > 0 ? `${prices(kept)} that ${year} had stayed as ${kept === 1 ? 'it was' : 'they were'}.` : '',
    missing.length > 0 ? `Still without a price for ${year}: ${missing.join(', ')}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
};

/**
 * Gives a year the prices that it lacks and that the year before has; what it has stays. Says what it copied, and which types
 * neither year has a price for. Refuses with 400 `invalid_input` a year off the list, and with 422 `refused` where the year
 * before has none.
 */
export const copyPrices = async (tx: Tx, year: number, by: ChangedBy): Promise<CopiedPrices> => {
  checkYear(year, by.now);
  const copied = await copyFromYearBefore(tx, year);
  if (copied.length === 0 && (await countOfYear(tx, year - 1)) === 0) {
    throw refuseField('refused', 'year', `${year - 1} has no prices that could be copied.`);
  }
  await auditPrices(
    tx,
    by,
    copied.map((price) => ({ action: 'prices.copy', price })),
  );
  const kept = (await countOfYear(tx, year)) - copied.length;
  const missing = await missingIn(tx, year);
  return { status: true, message: sentence(year, copied.length, kept, missing), copied, kept, missing };
};
