import type { Filter, ShownList } from '@banbo/contract';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './list-tools.module.css';

type Values = Readonly<Record<string, string>>;

type Props = {
  /** Names the search for screen readers. */
  label: string;
  filters: ShownList['filters'];
  /** The filters that apply now. */
  values: Values;
  onFilter: (values: Values) => void;
  /** The label of the button that sends texts and days. */
  button?: string;
  /** The message of a broken rule over several filters. */
  rule?: NonNullable<ShownList['rule']>;
};

/** The choices, with the chosen one added: an address may hold one that is no longer offered. */
const choicesOf = ({ choices = [] }: Filter, chosen: string) =>
  choices.some(({ value }) => value === chosen) || chosen === ''
    ? [...choices]
    : [...choices, { value: chosen, label: chosen }];

const trimmed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]));

/** The list's messages by field: for a missing required filter, and for a rule over several. */
const problemsOf = (filters: ShownList['filters'], values: Values, rule: Props['rule']): Values => {
  const missing = Object.entries(filters).flatMap(([name, { isRequired, schema }]): [string, string][] => {
    const refused = isRequired ? schema.safeParse(values[name] ?? '').error?.issues[0] : undefined;
    return refused ? [[name, refused.message]] : [];
  });
  const broken = rule && !rule.holds(values) ? { [rule.path]: rule.message } : {};
  return { ...broken, ...Object.fromEntries(missing) };
};

/** The form of a list's filters. Choices apply at once; texts and days when they are sent. */
export function FilterForm({ label, filters, values, onFilter, button = 'Search', rule }: Props) {
  const [draft, setDraft] = useState(values);
  const [errors, setErrors] = useState<Values>({});
  const [before, setBefore] = useState(values);
  // The form follows the address, which Back changes as well.
  if (JSON.stringify(values) !== JSON.stringify(before)) {
    setBefore(values);
    setDraft(values);
    setErrors({});
  }
  const fields = Object.entries(filters).filter(([, { kind }]) => kind !== 'fixed');
  if (fields.length === 0) return null;
  const narrowing = fields.filter(([, { isAmong }]) => !isAmong).map(([name]) => name);
  // A list with required filters has nothing to show without them.
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
