import { carRequestList, fullName, type ListedCarRequest, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { loginsOf } from '#domains/identity';
import { carRequestsSql } from './list-car-requests.repo.ts';

/** Members' requests for another car, with their records and who decided. */
export const carRequestsSource: ListSource<ListQuery<typeof carRequestList>, ListedCarRequest> = listSource(
  carRequestList,
  carRequestsSql,
  async (rows, db) => {
    const logins = await loginsOf(
      db,
      rows.flatMap(({ decided_by }) => decided_by ?? []),
    );
    return rows.map(({ first_name, middle_name, last_name, ...row }) => ({
      ...row,
      fullname: fullName({ first_name, middle_name, last_name }),
      asked_at: row.asked_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
      decided_by: row.decided_by === null ? '' : (logins.get(row.decided_by) ?? ''),
    }));
  },
);
