import { ALL_STATES, type ListQuery, PAYMENT_STATUSES, type PaymentStatus, type paymentList } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DayRange } from '#db/seek-page.ts';
import type { TotalFilter } from '#db/totals/read-totals.ts';
import { ACTIVE_STATUSES, measureOf } from '../payments.repo.ts';

export type Query = ListQuery<typeof paymentList>;
/** The filters that the totals know. */
export type Filter = Pick<Query, 'payment_type' | 'status' | 'mode' | 'from' | 'to'>;
type State = Query['status'];

// Written out, since a parameter would hide from the planner that the index of standing payments holds them all.
const IS_ACTIVE = sql<SqlBool>`status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})`;

export const ofType = (type: string): RawBuilder<SqlBool> => sql`type_code = ${type.toUpperCase()}`;
// Written out for the index that has few modes only.
export const ofMode = (mode: NonNullable<Query['mode']>): RawBuilder<SqlBool> => sql`mode = ${sql.lit(mode)}`;
export const fromDay = (day: string): RawBuilder<SqlBool> => sql`transaction_date >= ${day}::date`;
export const untilDay = (day: string): RawBuilder<SqlBool> => sql`transaction_date <= ${day}::date`;

export const ofState = (state: State): RawBuilder<SqlBool> => {
  if (state === undefined) return IS_ACTIVE;
  return state === ALL_STATES ? sql`true` : sql`status = ${state}`;
};

/** The rows of a payment list. */
export const matches = ({ payment_type, status, mode, from, to }: Filter): RawBuilder<SqlBool> => {
  const conditions = [
    ofState(status),
    payment_type ? ofType(payment_type) : null,
    mode ? ofMode(mode) : null,
    from ? fromDay(from) : null,
    to ? untilDay(to) : null,
  ];
  return sql.join(
    conditions.filter((one) => one !== null),
    sql` AND `,
  );
};

/** Of a list of several states, its money is the cleared one: anybody can claim any amount. */
export const moneyStateOf = (state: State): PaymentStatus =>
  state === undefined || state === ALL_STATES ? 'cleared' : state;

const statesOf = (state: State): readonly PaymentStatus[] => {
  if (state === undefined) return ACTIVE_STATUSES;
  return state === ALL_STATES ? PAYMENT_STATUSES : [state];
};

/** The same rows, as the totals count them. */
export const totalFilter = ({ payment_type, status, mode }: Filter): TotalFilter => ({
  measures: statesOf(status).map((state) => measureOf(state, mode)) as [string, ...string[]],
  key: payment_type?.toUpperCase(),
});

export const rangeOf = ({ from, to }: Filter): DayRange | null => (from || to ? { from, to } : null);
