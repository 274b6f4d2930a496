import type { ListColumn } from './lists/columns.ts';
import type { FilterChoice } from './lists/filters.ts';

/** How a screen asks for a field of an entry and shows it. The look-up's schemas check it, a pattern included. */
export type LookupField = {
  label: string;
  /** A line under the field. */
  help?: string;
  /** Set when an entry is added, and stays. */
  isFixed?: true;
} /** One that is optional is null when it is left empty. */ & (
  | { kind: 'text'; maxLength: number; isOptional?: true }
  | { kind: 'day' | 'yes-no' }
  | { kind: 'choice'; choices: readonly FilterChoice[] }
  /** Another entry of the same list by its field `key`, or none, which is null. */
  | { kind: 'entry'; key: string; none: string }
);

export type LookupFields = Readonly<Record<string, LookupField>>;

type Entry = Readonly<Record<string, unknown>>;

/** A choice among values, each with its words. */
export const choiceField = <const Value extends string>(label: string, words: Readonly<Record<Value, string>>) => {
  const choices = Object.entries<string>(words).map(([value, said]) => ({ value, label: said }));
  return { kind: 'choice', label, choices } as const satisfies LookupField;
};

const shown = (field: LookupField, value: unknown): string | null => {
  if (field.kind === 'yes-no') return value === true ? 'Yes' : 'No';
  if (field.kind === 'choice') return field.choices.find((one) => one.value === value)?.label ?? String(value);
  return value === null ? null : String(value);
};

/** The columns in which a list shows the fields of its entries. */
export const fieldColumns = (fields: LookupFields): readonly ListColumn<Entry>[] =>
  Object.entries(fields).map(([key, field]) => ({
    key,
    header: field.label,
    kind: field.kind === 'day' ? 'day' : 'text',
    value: (entry) => shown(field, entry[key]),
  }));
