import type { AnyLookup, LookupField } from '@banbo/contract';
import { type InputWrapperProps, NativeSelect, TextInput } from '@mantine/core';
import type { FormValues, useForm } from '~/lib/form/use-form.ts';
import { DateField } from '../form/date-field.tsx';
import { FormCheck } from '../form/form-inputs.tsx';
import { entryName, fieldsToFill, type LookupEntry } from './lookup-entry.ts';

type Props = {
  lookup: AnyLookup;
  /** The entry that is changed; null for a new one. */
  entry: LookupEntry | null;
  /** The list's other entries, for fields that choose one. */
  others: readonly LookupEntry[];
  form: Pick<ReturnType<typeof useForm<FormValues>>, 'values' | 'errors' | 'input' | 'setFieldValue'>;
};

/** Keeps the inputs of a row level, however long the lines under them are. */
const HELP_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

/** The fields of an entry, as its look-up declares them. The first one takes the focus. */
export function LookupFields({ lookup, entry, others, form }: Props) {
  const choicesOf = (field: LookupField) => {
    if (field.kind === 'choice') return [{ value: '', label: 'Choose…' }, ...field.choices];
    if (field.kind !== 'entry') return [];
    const named = others.map((one) => ({ value: String(one[field.key]), label: entryName(lookup, one) }));
    return [{ value: '', label: field.none }, ...named];
  };
  return fieldsToFill(lookup, entry).map(([name, field], index) => {
    const { label, kind, help } = field;
    if (kind === 'yes-no') {
      const setChecked = (checked: boolean) => form.setFieldValue(name, checked);
      return (
        <FormCheck
          key={name}
          name={name}
          label={label}
          checked={form.values[name] === true}
          error={form.errors[name] ?? null}
          {...(help && { hint: help })}
          onChange={setChecked}
        />
      );
    }
    const input = {
      ...form.input(name),
      label,
      mb: 'xs',
      inputWrapperOrder: HELP_BELOW,
      ...(index === 0 && { 'data-autofocus': true }),
      ...(help && { description: help }),
      ...(entry && name === lookup.name && { description: 'Records that have it follow its new name.' }),
    };
    return kind === 'choice' || kind === 'entry' ? (
      <NativeSelect key={name} data={choicesOf(field)} {...input} />
    ) : kind === 'day' ? (
      <DateField key={name} {...input} />
    ) : (
      <TextInput key={name} {...(kind === 'text' && { maxLength: field.maxLength })} autoComplete="off" {...input} />
    );
  });
}
