import { z } from 'zod';
import { Day } from '../fields.ts';
import { isPlainText, unseenIn } from '../text.ts';

export type FilterChoice = { value: string; label: string };

/**
 * One filter of a list: its schema in the query, and how a form asks for it. A `fixed` filter
 * belongs to the screen, not the form.
 */
export type Filter<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema;
  label: string;
  kind: 'text' | 'choice' | 'day' | 'fixed';
  /** True for personal values: the audit log only notes that one was given. */
  isPersonal?: boolean;
  /** The most characters that a text takes. */
  maxLength?: number;
  /** The list needs a value; the schema has the sentence that asks for one. */
  isRequired?: boolean;
  /** The values of a choice; the first one applies when the query names none. */
  choices?: readonly FilterChoice[];
  /** Selects the rows that the other filters search, so that 'show all' leaves it. */
  isAmong?: boolean;
  /** The text of the box above the list; a list's only text is it without saying so. */
  isSearch?: boolean;
};

/**
 * A text as typed. `anyCharacters` also lets invisible characters through, for values that are
 * searched by their letters and digits.
 */
export const textFilter = (label: string, maxLength: number, { anyCharacters = false } = {}) => {
  const text = z.string().trim().max(maxLength);
  const schema = anyCharacters ? text : text.refine(isPlainText, unseenIn(`The text of “${label}”`));
  return { kind: 'text', label, maxLength, schema: schema.optional() } as const satisfies Filter;
};

/** A day, `2026-11-20`. Two of them, `from` and `to`, make a range. */
export const dayFilter = (label: string) => ({ kind: 'day', label, schema: Day.optional() }) as const satisfies Filter;

/** A day that the list needs, and the sentence that asks for it. */
export const requiredDay = (label: string, missing: string) =>
  ({
    kind: 'day',
    label,
    schema: z.string(missing).min(1, { error: missing, abort: true }).pipe(Day),
    isRequired: true,
  }) as const satisfies Filter;

const DAY_MS = 86_400_000;

/** A list's rule that `from` and `to` are in their order and at most so many days. */
export const daysAtMost = (most: number) => ({
  holds: ({ from, to }: Record<string, unknown>): boolean => {
    const days = (Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS;
    return days >= 0 && days < most;
  },
  message: `Please choose days in their order, at most ${most}.`,
  path: 'to',
});

type Values<Value extends string> = readonly [Value, ...Value[]];

/** One of some values; `unset` is the label of choosing none. */
export const choiceFilter = <const Value extends string>(
  label: string,
  unset: string,
  values: Values<Value>,
  labelOf: (value: Value) => string = String,
) => {
  const choices = [{ value: '', label: unset }, ...values.map((value) => ({ value, label: labelOf(value) }))];
  return { kind: 'choice', label, choices, schema: z.enum(values).optional() } as const satisfies Filter;
};

/** One of some values; the first applies when the query names none. */
export const defaultedFilter = <const Value extends string>(
  label: string,
  values: Values<Value>,
  labelOf: (value: Value) => string = String,
) => {
  const choices = values.map((value) => ({ value, label: labelOf(value) }));
  return {
    kind: 'choice',
    label,
    choices,
    schema: z.enum(values).default(values[0] as never),
  } as const satisfies Filter;
};

/** A filter that the form does not show: a screen sets it, or another program. */
export const fixedFilter = <Schema extends z.ZodType>(label: string, schema: Schema) =>
  ({ kind: 'fixed', label, schema }) as const satisfies Filter;
