import type { Filter } from '@banbo/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { DateField } from '../form/date-field.tsx';
import { type FilterSet, type FilterValues, filterChoices } from './filter-values.ts';

type Props = {
  filter: Filter;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** One filter as a field with its label, as it is asked for in a pill or on a phone's sheet. */
const FilterField = ({ filter, value, error, onChange }: Props) =>
  filter.kind === 'choice' ? (
    <NativeSelect
      label={filter.label}
      data={filterChoices(filter, value)}
      value={value || filter.choices?.[0]?.value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : filter.kind === 'day' ? (
    <DateField
      label={filter.label}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      label={filter.label}
      {...(filter.maxLength && { maxLength: filter.maxLength })}
      autoComplete="off"
      spellCheck={false}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );

type FieldsProps = Pick<FilterSet, 'filters'> & {
  names: readonly string[];
  draft: FilterValues;
  errors: FilterValues;
  onDraft: (draft: FilterValues) => void;
};

/** Several filters as fields, whose values hold once they are sent. */
export const FilterFields = ({ names, filters, draft, errors, onDraft }: FieldsProps) =>
  names.map((name) => (
    <FilterField
      key={name}
      filter={filters[name] as Filter}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(value) => onDraft({ ...draft, [name]: value })}
    />
  ));
