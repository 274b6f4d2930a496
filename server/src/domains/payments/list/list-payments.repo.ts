import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { COLUMNS, type ListedPayment, type Owner, type Owners } from './payment-columns.repo.ts';
import { fromDay, ofMode, ofState, ofType, type Query, untilDay } from './payment-filter.repo.ts';
import { pageOfPayments } from './payments-page.repo.ts';
import { type FindOwners, searchPayments } from './search-payments.repo.ts';

type Drivers = {
  owners: Owners;
  findOwners: FindOwners;
  /** True when a query names a driver's code, mobile or name. */
  isSearch: (query: Omit<Query, 'page' | 'size'>) => boolean;
};

/** Payments with their drivers, whom `drivers` tells of. A file holds all that a search matches, not the first alone. */
export const paymentsSql = ({ owners, findOwners, isSearch }: Drivers): ListSql<Query, ListedPayment> => {
  const always = (query: Omit<Query, 'page' | 'size'>): RawBuilder<SqlBool> => {
    const found = isSearch(query) ? sql`driver_id IN (${findOwners(query as Query)})` : sql`true`;
    return sql`${ofState(query.status)} AND ${found}`;
  };
  return {
    rows: (db) =>
      db
        .selectFrom('payments')
        .innerJoin(sql<Owner & { id: string }>`(${owners})`.as('owner'), 'owner.id', 'payments.driver_id')
        .select(COLUMNS),
    filters: {
      payment_type: ofType,
      mode: ofMode,
      from: fromDay,
      to: untilDay,
      status: () => null,
      driver_code: () => null,
      mobile_number: () => null,
      first_name: () => null,
      last_name: () => null,
    },
    always,
    sorts: { transaction_date: ['transaction_date', 'payments.id'] },
    rollUp: {
      knows: [
        'payment_type',
        'status',
        'mode',
        'from',
        'to',
        'driver_code',
        'mobile_number',
        'first_name',
        'last_name',
      ],
      page: (db: Db, query) =>
        isSearch(query) ? searchPayments(db, query, { owners, findOwners }) : pageOfPayments(db, query, owners),
    },
  };
};
