import type { Page, PaymentSide, Period } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

const RULES = ['id', 'type_code', 'description', 'side', 'period', 'required_type'] as const;

/** Types of one side, those of both among them; or all with the drivers' first. */
export const pageOfPaymentTypes = async (db: Db, { page, size, side }: Page & { side?: PaymentSide | undefined }) => {
  const types = db
    .selectFrom('payment_types')
    .$if(side !== undefined, (query) => query.where('side', 'in', [side ?? 'both', 'both']));
  const { count } = await types.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const rows = await types
    .select(RULES)
    .orderBy(sql`side = 'land'`)
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, count: Number(count) };
};

/** Every type with its rules, in the order in which they were added. There are few of them. */
export const paymentTypes = (db: Db) =>
  db
    .selectFrom('payment_types')
    .select([...RULES, 'due_from'])
    .orderBy('id')
    .execute();

/** The payment type of a code in uppercase with the description of the type that it requires, or null. */
export const paymentTypeOf = async (db: Db, typeCode: string) =>
  (await db
    .selectFrom('payment_types as type')
    .leftJoin('payment_types as required', 'required.type_code', 'type.required_type')
    .select([
      'type.type_code',
      'type.description',
      'type.side',
      'type.period',
      'type.required_type',
      'required.description as required_description',
    ])
    .where('type.type_code', '=', typeCode)
    .executeTakeFirst()) ?? null;

export type NewPaymentType = {
  type_code: string;
  description: string;
  side: PaymentSide;
  period: Period;
  required_type: string | null;
  /** A day, `2024-01-01`. */
  due_from: string;
  by_plan: boolean;
};

/** Adds types; one that requires a type which staff have deleted requires none. */
export const addPaymentTypes = async (tx: Tx, types: readonly NewPaymentType[]): Promise<void> => {
  for (const type of types) {
    const required = tx.selectFrom('payment_types').select('type_code').where('type_code', '=', type.required_type);
    await tx
      .insertInto('payment_types')
      .values({ ...type, required_type: required })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};
