import type { AnyLookup, LookupField } from '@banbo/contract';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { FormValues } from '~/lib/form/use-form.ts';

export type LookupEntry = Readonly<Record<string, unknown>>;
type NamedField = readonly [name: string, field: LookupField];

export const entryId = ({ id }: LookupEntry): string => String(id);

/** The name of an entry in messages. */
export const entryName = ({ name }: AnyLookup, entry: LookupEntry): string => String(entry[name]);

const bodySchema = ({ add, change }: AnyLookup, entry: LookupEntry | null) => (entry ? change : add).schema.body;

/** The fields of a form: all for a new entry (null), else those that may change. */
export const fieldsToFill = (lookup: AnyLookup, entry: LookupEntry | null): NamedField[] =>
  Object.entries(lookup.fields).filter(
    ([name, { isFixed }]) => name in bodySchema(lookup, entry).shape && !(entry && isFixed),
  );

const fieldValue = ({ kind }: LookupField, value: unknown): string | boolean =>
  kind === 'yes-no' ? value === true : String(value ?? '');

export const valuesOf = (fields: readonly NamedField[], entry: LookupEntry | null): FormValues =>
  Object.fromEntries(fields.map(([name, field]) => [name, fieldValue(field, entry?.[name])]));

const mayBeNull = (field: LookupField): boolean =>
  field.kind === 'entry' || (field.kind === 'text' && field.isOptional === true);

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

export const bodyOf = (fields: readonly NamedField[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, mayBeNull(field) && isEmpty(values[name]) ? null : values[name]]),
  );

/** Checks a form by the look-up's own schema. */
export const checkEntry =
  (lookup: AnyLookup, entry: LookupEntry | null) =>
  (values: FormValues): FieldErrors =>
    checkBy(bodySchema(lookup, entry))(bodyOf(fieldsToFill(lookup, entry), values));
