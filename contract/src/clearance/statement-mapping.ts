import { z } from 'zod';
import { DAY_ORDERS, HeaderLine, TableColumn } from '../common/imports.ts';

/** Characters of a word that says the direction of money; more of it says nothing. */
export const MAX_DIRECTION_WORD = 60;
/** Words of a column that says the direction of money. */
const MAX_DIRECTIONS = 40;

/** Parts of a line; the first three are needed. */
export const STATEMENT_FIELDS = [
  'date',
  'transaction_id',
  'amount',
  'amount_out',
  'direction',
  'payer_name',
  'payer_number',
  'reference',
] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

export const STATEMENT_FIELD_LABELS = {
  date: 'Date',
  transaction_id: 'Transaction ID',
  amount: 'Amount',
  amount_out: 'Money out',
  direction: 'Type or direction',
  payer_name: 'Payer',
  payer_number: 'Mobile number',
  reference: 'Reference',
} as const satisfies Record<StatementField, string>;

export const NEEDED_STATEMENT_FIELDS = [
  'date',
  'transaction_id',
  'amount',
] as const satisfies readonly StatementField[];

export const STATEMENT_MODES = ['momo', 'bank'] as const;
export const STATEMENT_MODE_LABELS = { momo: 'The MoMo account', bank: 'The bank account' } as const;

const optional = TableColumn.nullable().default(null);
const text = z.string().trim().max(MAX_DIRECTION_WORD);

/** Which column of a statement says what, counted from 0. */
export const StatementMapping = z
  .strictObject({
    header_line: HeaderLine,
    mode: z.enum(STATEMENT_MODES),
    day_order: z.enum(DAY_ORDERS),
    date: TableColumn,
    transaction_id: TableColumn,
    amount: TableColumn,
    amount_out: optional,
    direction: optional,
    payer_name: optional,
    payer_number: optional,
    reference: optional,
    /** Words of the column of the direction, and whether that money came in. */
    directions: z
      .array(z.strictObject({ text, is: z.enum(['in', 'out']) }))
      .max(MAX_DIRECTIONS)
      .default([]),
  })
  .refine((mapping) => new Set(NEEDED_STATEMENT_FIELDS.map((field) => mapping[field])).size === 3, {
    message: 'Date, transaction ID and amount stand in three columns of their own.',
    path: ['transaction_id'],
  });
export type StatementMapping = z.output<typeof StatementMapping>;

/** A mapping as far as the file or an earlier one of its kind suggests it. */
export const SuggestedMapping = z.object({
  header_line: z.int(),
  mode: z.enum(STATEMENT_MODES),
  /** Null where days could be read in both orders. */
  day_order: z.enum(DAY_ORDERS).nullable(),
  ...(Object.fromEntries(STATEMENT_FIELDS.map((field) => [field, z.int().nullable()])) as Record<
    StatementField,
    z.ZodNullable<z.ZodInt>
  >),
  directions: z.array(z.object({ text: z.string(), is: z.enum(['in', 'out']) })),
});
export type SuggestedMapping = z.output<typeof SuggestedMapping>;
