import type { Filter } from '@banbo/contract';
import { Button, Popover, Stack, UnstyledButton } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { FilterFields } from './filter-field.tsx';
import styles from './filter-pills.module.css';
import { type FilterSet, filterChoices, filterProblems, isSet, pillsOf, rangeText, trimmed } from './filter-values.ts';

type ClearProps = { label: string; onClear: () => void };

const ClearButton = ({ label, onClear }: ClearProps) => (
  <UnstyledButton className={styles.clear ?? ''} aria-label={`Clear ${label}`} onClick={onClear}>
    <Icon name="cross" size="0.8rem" />
  </UnstyledButton>
);

type ChoiceProps = { filter: Filter; value: string; onChange: (value: string) => void };

/** A choice that shows its value; the browser's own list opens over it, by mouse, thumb or keys. */
function ChoicePill({ filter, value, onChange }: ChoiceProps) {
  const { label, choices = [], isAmong } = filter;
  const select = useRef<HTMLSelectElement>(null);
  const isChosen = isSet(filter, value);
  const chosen = value || choices[0]?.value;
  const options = filterChoices(filter, value);
  const words = options.find((one) => one.value === chosen)?.label;
  return (
    <span className={styles.pill} data-set={isChosen || undefined}>
      <span className={styles.words} aria-hidden="true">
        {label}
        {(isChosen || isAmong) && `: ${words}`}
        {!isChosen && <Icon name="down" size="0.8rem" />}
      </span>
      <select
        ref={select}
        className={styles.choice}
        aria-label={label}
        value={chosen}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {isChosen && (
        <ClearButton
          label={label}
          onClear={() => {
            onChange('');
            select.current?.focus();
          }}
        />
      )}
    </span>
  );
}

type FieldsProps = FilterSet & { names: readonly string[] };

/** The label of a pill with several fields: `Received` of 'Received from' and 'Received to'. */
const labelOf = ({ filters, names }: Pick<FieldsProps, 'filters' | 'names'>): string => {
  const first = filters[names[0] ?? '']?.label ?? '';
  return names.length === 1 ? first : first.replace(/ ?from$/i, '') || 'Dates';
};

/** Texts and days: a pill that opens their fields where it stands. They apply when sent. */
function FieldsPill({ names, filters, values, rule, onFilter }: FieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(values);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const opener = useRef<HTMLButtonElement>(null);
  const label = labelOf({ filters, names });
  const [first = '', last] = names;
  const isDay = filters[first]?.kind === 'day';
  const text = isDay ? rangeText(values[first], last ? values[last] : values[first]) : values[first];
  const mayBeEmpty = names.every((name) => !filters[name]?.isRequired);
  const open = (next: boolean) => {
    setDraft(values);
    setErrors({});
    setOpen(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = trimmed({ ...values, ...draft });
    const found = filterProblems({ filters, values: given, ...(rule && { rule }) });
    setErrors(found);
    if (names.some((name) => found[name])) return;
    setOpen(false);
    onFilter(Object.fromEntries(names.map((name) => [name, given[name] ?? ''])));
  };
  return (
    <span className={styles.pill} data-set={Boolean(text) || undefined}>
      <Popover
        opened={isOpen}
        onChange={open}
        position="bottom-start"
        {...{ trapFocus: true, returnFocus: true, withRoles: true, hideDetached: false }}
      >
        <Popover.Target>
          <UnstyledButton ref={opener} className={styles.words ?? ''} onClick={() => open(!isOpen)}>
            {label}
            {text ? `: ${text}` : <Icon name="down" size="0.8rem" />}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack component="form" gap="xs" miw="14rem" onSubmit={submit}>
            <FilterFields {...{ names, filters, draft, errors }} onDraft={setDraft} />
            <Button type="submit">Show</Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {text && mayBeEmpty && (
        <ClearButton
          label={label}
          onClear={() => {
            onFilter(Object.fromEntries(names.map((name) => [name, ''])));
            opener.current?.focus();
          }}
        />
      )}
    </span>
  );
}

/** A list's filters beside its search box: each a pill that shows what is set. */
export const FilterPills = (set: FilterSet) =>
  pillsOf(set.filters).map((names) => {
    const [name = ''] = names;
    const filter = set.filters[name];
    return filter?.kind === 'choice' ? (
      <ChoicePill
        key={name}
        filter={filter}
        value={set.values[name] ?? ''}
        onChange={(value) => set.onFilter({ [name]: value })}
      />
    ) : (
      <FieldsPill key={name} {...set} names={names} />
    );
  });
