import { applicationMonths, fromPesewas, type LandUse, rentRoll } from '@banbo/contract';
import { listSource } from '#db/list/list-source.ts';
import { landSumsSource } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import type { RentOwed } from '../payments/land-payers.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { applicationMonthsSql, rentRollSql, ZONE_NAMES } from './operational-reports.repo.ts';

/** Payments for land by code, mode, zone or month. */
export const sumsOfLandSource = landSumsSource(ZONE_NAMES);

/** Applications of a year by month and kind. */
export const applicationMonthsSource = (now: () => Date) =>
  listSource(applicationMonths, applicationMonthsSql(now), (rows) => rows);

/** Every current tenancy with its plot, tenant and what is owed. */
export const rentRollSource = (now: () => Date, rentOwed: RentOwed) =>
  listSource(rentRoll, rentRollSql(now), async (rows, db) => {
    const ids = pluck(rows, 'id');
    const names = await namesOfTenancies(db, ids);
    const owed = await rentOwed(db, ids);
    return rows.flatMap(({ block, plot_number, land_use, ...row }) => {
      const of = names.get(row.id);
      if (!of) return [];
      const { zone, tenant_code, fullname } = of;
      const place = { plot: [block, plot_number].filter(Boolean).join(' '), zone, land_use: land_use as LandUse };
      return [{ ...row, ...place, tenant_code, fullname, owed: fromPesewas(owed.get(row.id) ?? 0n) }];
    });
  });
