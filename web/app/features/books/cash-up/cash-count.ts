import {
  type CashUpInput,
  CashUpInput as CashUpSchema,
  countedPesewas,
  type Denomination,
  MAX_PIECES,
  NOTHING_COUNTED,
  today,
} from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** A form's values: the day, and the pieces of each denomination. */
export type CountValues = Readonly<Record<string, string>>;

export const pieceField = (id: string): string => `pieces.${id}`;

/** The values of a form in which nothing is counted yet. */
export const emptyCount = (denominations: readonly Denomination[], day: string): CountValues => ({
  day,
  ...Object.fromEntries(denominations.map(({ id }) => [pieceField(id), ''])),
});

const textIn = (values: CountValues, id: string): string => (values[pieceField(id)] ?? '').replace(/[\s,]/g, '');

/** The pieces of a denomination; null where the text is no number of pieces. */
export const piecesIn = (values: CountValues, id: string): number | null => {
  const text = textIn(values, id);
  if (text === '') return 0;
  return /^\d+$/.test(text) && Number(text) <= MAX_PIECES ? Number(text) : null;
};

/** The sum of what is counted so far, in pesewas. */
export const sumOfCount = (values: CountValues, denominations: readonly Denomination[]): bigint =>
  countedPesewas(denominations.map(({ id, value }) => ({ value, pieces: piecesIn(values, id) ?? 0 })));

/** The body of a form's count: the denominations that were typed. The others have no pieces. */
export const bodyOfCount = (values: CountValues, denominations: readonly Denomination[]): CashUpInput => ({
  day: values.day ?? '',
  counts: denominations
    .filter(({ id }) => textIn(values, id) !== '')
    .map(({ id }) => ({ denomination: id, pieces: piecesIn(values, id) ?? 0 })),
});

/** The messages of fields that are wrong, of a day to come, and of a form without any count. */
export const checkCount = (values: CountValues, denominations: readonly Denomination[]): FieldErrors => {
  const found: Record<string, string> = {};
  for (const { id } of denominations) {
    if (piecesIn(values, id) === null) found[pieceField(id)] = `A whole number up to ${MAX_PIECES}.`;
  }
  if (bodyOfCount(values, denominations).counts.length === 0) found.counts = NOTHING_COUNTED;
  const day = CashUpSchema.shape.day.safeParse(values.day);
  if (!day.success) found.day = 'Please enter the day.';
  else if (day.data > today()) found.day = 'The day is in the future.';
  return found;
};
