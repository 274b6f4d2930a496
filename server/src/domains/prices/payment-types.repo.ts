import type { NewPaymentType } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { findEntry, type LookupTable } from '#db/lookup/lookup-table.ts';

const RULES = ['id', 'type_code', 'description', 'side', 'period', 'required_type'] as const;

/** Payments, prices and types that require another have a type's code. */
export const paymentTypeTable: LookupTable = {
  table: 'payment_types',
  columns: ['type_code', 'description', 'side', 'period', 'required_type', 'due_from', 'by_plan'],
  key: 'type_code',
  unique: ['type_code', 'description'],
  uppercase: ['required_type'],
  order: sql`side = 'land'`,
  where: ({ side }) => (side === undefined ? sql`true` : sql`side IN (${side}, 'both')`),
};

/** The type of a code in uppercase as its list has it, or null. */
export const paymentTypeByCode = (db: Db, typeCode: string) => findEntry(db, paymentTypeTable, 'type_code', typeCode);

/** Every type with its rules, in the order in which they were added. There are few of them. */
export const paymentTypes = (db: Db) =>
  db
    .selectFrom('payment_types')
    .select([...RULES, 'due_from'])
    .orderBy('id')
    .execute();

/** A type's rules, with the description of the type that it requires. */
export type TypeRules = Pick<
  Tables['payment_types'],
  'type_code' | 'description' | 'side' | 'period' | 'required_type'
> & { required_description: string | null };

/** The payment type of a code in uppercase with its rules, as a relation of a row at most. */
export const rulesOfType = (typeCode: string) => sql<TypeRules>`
  SELECT type.type_code, type.description, type.side, type.period, type.required_type,
    required.description AS required_description
  FROM payment_types AS type LEFT JOIN payment_types AS required ON required.type_code = type.required_type
  WHERE type.type_code = ${typeCode}`;

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
