import { type ListQuery, modeSums, monthSums, type PaymentMode, periodSums } from '@banbo/contract';
import { listSource } from '#db/list/list-source.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { type ModeSumRow, pageOfSums, type SumsRow, sumRows, sumsByDay, sumsByMode, sumsByMonth } from './sums.repo.ts';

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
