import {
  formatMonth,
  type LandGrouping,
  type ListQuery,
  landSums,
  modeSums,
  monthSums,
  PAYMENT_MODE_LABELS,
  type PaymentMode,
  periodSums,
  shownName,
} from '@banbo/contract';
import { listSource } from '#db/list/list-source.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { type DescribeType, describeTypes } from '../standing/due-fees.ts';
import {
  type LandSumRow,
  type ModeSumRow,
  pageOfSums,
  type SumsRow,
  sumRows,
  sumsByDay,
  sumsByMode,
  sumsByMonth,
  sumsOfLand,
  type ZoneRows,
} from './sums.repo.ts';

// The filters define the groups, and add no condition to them.
const NO_CONDITION = () => null;

const byDay: ListSql<ListQuery<typeof periodSums>, SumsRow> = {
  rows: (db, query) => sumRows(db, sumsByDay(query)),
  filters: { kind: NO_CONDITION, mode: NO_CONDITION, from: NO_CONDITION, to: NO_CONDITION },
  sorts: { day: ['id'] },
  rollUp: {
    knows: ['kind', 'mode', 'from', 'to'],
    page: (db, query) => pageOfSums(db, sumsByDay(query), { ...query, by: 'id', isDown: query.sort === '-day' }),
  },
};

const byMonth: ListSql<ListQuery<typeof monthSums>, SumsRow> = {
  rows: (db, query) => sumRows(db, sumsByMonth(query)),
  filters: { kind: NO_CONDITION, year: NO_CONDITION },
  sorts: { month: ['id'] },
  rollUp: {
    knows: ['kind', 'year'],
    page: (db, query) => pageOfSums(db, sumsByMonth(query), { ...query, by: 'id', isDown: query.sort === '-month' }),
  },
};

const byMode: ListSql<ListQuery<typeof modeSums>, ModeSumRow> = {
  rows: (db, query) => sumRows(db, sumsByMode(query)),
  filters: { kind: NO_CONDITION, from: NO_CONDITION, to: NO_CONDITION },
  sorts: { place: ['place'] },
  rollUp: {
    knows: ['kind', 'from', 'to'],
    page: (db, query) => pageOfSums(db, sumsByMode(query), { ...query, by: 'place', isDown: query.sort === '-place' }),
  },
};

/** A group's sums as they are answered. */
const sumsOf = ({ count, reversed_count, reversed, amount, waiting_count, waiting }: SumsRow) => ({
  count,
  reversed_count,
  reversed,
  amount_paid: amount,
  waiting_count,
  waiting,
});

export const periodSource = listSource(periodSums, byDay, (rows) =>
  rows.map((row) => ({ id: row.id, day: row.id, ...sumsOf(row) })),
);

export const monthSource = listSource(monthSums, byMonth, (rows) =>
  rows.map((row) => ({ id: row.id, month: row.id, ...sumsOf(row) })),
);

export const modeSource = listSource(modeSums, byMode, (rows) =>
  rows.map((row) => ({ id: row.id as PaymentMode, mode: row.id as PaymentMode, ...sumsOf(row) })),
);

/** Stands for the zone of payments that are for no plot. */
const NO_ZONE = 'No plot';

/** The group of a row of land, in words. */
const landName = (by: LandGrouping, { name }: LandSumRow, describe: DescribeType): string => {
  if (by === 'type') return [name, shownName(describe(name))].filter(Boolean).join(' ');
  if (by === 'mode') return PAYMENT_MODE_LABELS[name as PaymentMode];
  return by === 'month' ? formatMonth(name) : shownName(name) || NO_ZONE;
};

/** Sums of land; `zones` has the names of zones, and the scope is the grouping. */
export const landSumsSource = (zones: ZoneRows) => {
  type Query = ListQuery<typeof landSums>;
  const byName = { name: 'place', amount_paid: 'amount' } as const;
  const byLand: ListSql<Query, LandSumRow, LandGrouping> = {
    rows: (db, query) => sumRows(db, sumsOfLand(query, zones)),
    filters: { by: NO_CONDITION, payment_type: NO_CONDITION, from: NO_CONDITION, to: NO_CONDITION },
    sorts: { name: ['place', 'id'], amount_paid: ['amount', 'id'] },
    rollUp: {
      knows: ['by', 'payment_type', 'from', 'to'],
      page: (db, query) => {
        const name = query.sort.replace('-', '') as keyof typeof byName;
        return pageOfSums(db, sumsOfLand(query, zones), { ...query, by: byName[name], isDown: query.sort !== name });
      },
    },
  };
  return listSource(landSums, byLand, async (rows, db, by) => {
    const describe = await describeTypes(db);
    return rows.map((row) => ({
      ...{ id: row.id, name: landName(by, row, describe), payment_type: row.payment_type },
      ...sumsOf(row),
    }));
  });
};
