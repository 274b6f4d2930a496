import { addDays } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

type Condition<Value> = (value: Value) => RawBuilder<SqlBool>;

/** The column has the value. */
export const equals =
  (column: string): Condition<string> =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`;

/** An instant on the day or after it. Ghana is at UTC all year, so its days are UTC's. */
export const fromDay =
  (column: string): Condition<string> =>
  (day) =>
    sql`${sql.ref(column)} >= ${new Date(day)}`;

/** An instant on the day or before it. */
export const untilDay =
  (column: string): Condition<string> =>
  (day) =>
    sql`${sql.ref(column)} < ${new Date(addDays(day, 1))}`;
