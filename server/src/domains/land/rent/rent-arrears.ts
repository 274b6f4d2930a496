import { rentAgeOf, rentArrearsList } from '@banbo/contract';
import { listSource } from '#db/list/list-source.ts';
import { pluck } from '#lib/values.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { rentArrearsSql } from './rent-arrears.repo.ts';

/** Tenancies that owe ground rent, with their plots and tenants. */
export const rentArrearsSource = listSource(rentArrearsList, rentArrearsSql, async (rows, db, { day }) => {
  const names = await namesOfTenancies(db, pluck(rows, 'tenancy_id'));
  return rows.flatMap(({ tenancy_id: id, owed, owed_since }) => {
    const of = names.get(id);
    if (!of) return [];
    return [{ ...of, id, owed, owed_since, is_current: of.held_until === null, age: rentAgeOf(owed_since, day) }];
  });
});
