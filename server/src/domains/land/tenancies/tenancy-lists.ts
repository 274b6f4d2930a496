import { type TenancyRow, tenancyList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { pluck } from '#lib/values.ts';
import { type ListedTenancy, namesOfTenancies, tenanciesSql } from './tenancy-lists.repo.ts';

/** Tenancies with the names of their plots and tenants. */
export const presentTenancies = async (rows: readonly ListedTenancy[], db: Db): Promise<TenancyRow[]> => {
  const names = await namesOfTenancies(db, pluck(rows, 'id'));
  return rows.flatMap((row) => {
    const of = names.get(row.id);
    return of ? [{ ...row, ...of }] : [];
  });
};

export const tenanciesSource = listSource(tenancyList, tenanciesSql, presentTenancies);
