import type { Filter, ShownList } from '@banbo/contract';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './list-tools.module.css';

type Values = Readonly<Record<string, string>>;

type Props = {
  /** Names the search for screen readers. */
  label: string;
  filters: ShownList['filters'];
  /** As the list is filtered by now. */
  values: Values;
  onFilter: (values: Values) => void;
  /** Sends texts and days. */
  button?: string;
  /** A rule over several filters. */
  rule?: NonNullable<ShownList['rule']>;
};

/** The choices with the one that is chosen among them: an address may name one that is not offered any more. */
const choicesOf = ({ choices = [] }: Filter, chosen: string) =>
  choices.some(({ value }) => value === chosen) || chosen === ''
    ? [...choices]
    : [...choices, { value: chosen, label: chosen }];

const trimmed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]));

/** The list's refusals, by the field: a filter that it cannot do without, and its rule over several of them. */
const problemsOf = (filters: ShownList['filters'], values: Values, rule: Props['rule']): Values => {
  const missing = Object.entries(filters).flatMap(([name, { isRequired, schema }]): [string, string][] => {
    const refused = isRequired ? schema.safeParse(values[name] ?? '').error?.issues[0] : undefined;
    return refused ? [[name, refused.message]] : [];
  });
  const broken = rule && !rule.holds(values) ? { [rule.path]: rule.message } : {};
  return { ...broken, ...Object.fromEntries(missing) };
};

/** Asks for a list's filters, as its definition has them. Choices hold at once; texts and days when they are sent. */
export function FilterForm({ label, filters, values, onFilter, button = 'Search', rule }: Props) {
  const [draft, setDraft] = useState(values);
  const [errors, setErrors] = useState<Values>({});
  const [before, setBefore] = useState(values);
  // Back, and whatever else changes the address, changes the form.
  if (JSON.stringify(values) !== JSON.stringify(before)) {
    setBefore(values);
    setDraft(values);
    setErrors({});
  }
  const fields = Object.entries(filters).filter(([, { kind }]) => kind !== 'fixed');
  if (fields.length === 0) return null;
  const narrowing = fields.filter(([, { isAmong }]) => !isAmong).map(([name]) => name);
  // A list that cannot do without some filters has no whole to show.
  const isNeeded = fields.some(([, { isRequired }]) => isRequired);
  const hasSearchButton = fields.some(([, { kind }]) => kind !== 'choice');
  const change = (name: string, text: string) => setDraft({ ...draft, [name]: text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = trimmed(draft);
    const found = problemsOf(filters, given, rule);
    setErrors(found);
    if (Object.keys(found).length === 0) onFilter(given);
  };
  return (
    <search aria-label={label}>
      <Group component="form" className={styles.filters} align="end" gap="xs" onSubmit={submit}>
        {fields.map(([name, filter]) =>
          filter.kind === 'choice' ? (
            <NativeSelect
              key={name}
              label={filter.label}
              data={choicesOf(filter, values[name] ?? '')}
              value={draft[name] || filter.choices?.[0]?.value}
              onChange={(event) => onFilter(trimmed({ ...draft, [name]: event.currentTarget.value }))}
            />
          ) : (
            <TextInput
              key={name}
              label={filter.label}
              type={filter.kind === 'day' ? 'date' : 'text'}
              {...(filter.maxLength && { maxLength: filter.maxLength })}
              autoComplete="off"
              spellCheck={false}
              error={errors[name]}
              value={draft[name] ?? ''}
              onChange={(event) => change(name, event.currentTarget.value)}
            />
          ),
        )}
        {hasSearchButton && (
          <Group className={styles.buttons} gap="xs">
            <Button type="submit">{button}</Button>
            {!isNeeded &&
              narrowing.some((name) => values[name] && values[name] !== filters[name]?.choices?.[0]?.value) && (
                <Button
                  variant="default"
                  onClick={() => onFilter({ ...values, ...Object.fromEntries(narrowing.map((name) => [name, ''])) })}
                >
                  Show all
                </Button>
              )}
          </Group>
        )}
      </Group>
    </search>
  );
}
