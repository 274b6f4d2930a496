import { type Filter, formatDay, type ShownList, today } from '@banbo/contract';

/** The filters that apply, by name; an absent one is ''. */
export type FilterValues = Readonly<Record<string, string>>;

export type FilterSet = {
  filters: ShownList['filters'];
  /** The filters that apply now. */
  values: FilterValues;
  /** Sets these filters, and leaves the others as they are. */
  onFilter: (values: FilterValues) => void;
  /** The message of a broken rule over several filters. */
  rule?: NonNullable<ShownList['rule']>;
};

/** The choices, with the chosen one added: an address may hold one that is no longer offered. */
export const filterChoices = ({ choices = [] }: Filter, chosen: string) =>
  choices.some(({ value }) => value === chosen) || chosen === ''
    ? [...choices]
    : [...choices, { value: chosen, label: chosen }];

export const trimmed = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]));

/** The list's messages by field: for a missing required filter, and for a rule over several. */
export const filterProblems = ({
  filters,
  values,
  rule,
}: Pick<FilterSet, 'filters' | 'values' | 'rule'>): FilterValues => {
  const missing = Object.entries(filters).flatMap(([name, { isRequired, schema }]): [string, string][] => {
    const refused = isRequired ? schema.safeParse(values[name] ?? '').error?.issues[0] : undefined;
    return refused ? [[name, refused.message]] : [];
  });
  const broken = rule && !rule.holds(values) ? { [rule.path]: rule.message } : {};
  return { ...broken, ...Object.fromEntries(missing) };
};

/** True of a value other than the one that applies when the address names none. */
export const isSet = ({ choices }: Filter, value = ''): boolean => value !== '' && value !== choices?.[0]?.value;

/** The filter of the box above the list: the one that says so, else its only text. */
export const searchOf = (filters: ShownList['filters']): string | undefined => {
  const texts = Object.entries(filters).filter(([, { kind }]) => kind === 'text');
  return (texts.find(([, { isSearch }]) => isSearch) ?? (texts.length === 1 ? texts[0] : undefined))?.[0];
};

/** The names of each pill's filters: the first and the last day share one. */
export const pillsOf = (filters: ShownList['filters']): string[][] => {
  const search = searchOf(filters);
  const shown = Object.keys(filters).filter((name) => filters[name]?.kind !== 'fixed' && name !== search);
  const isRange = shown.includes('from') && shown.includes('to');
  return shown
    .filter((name) => !(isRange && name === 'to'))
    .map((name) => (isRange && name === 'from' ? ['from', 'to'] : [name]));
};

/** The filters that 'Show all' empties; none of a list that needs some of its filters. */
export const narrowingOf = (filters: ShownList['filters']): string[] => {
  const shown = Object.entries(filters).filter(([, { kind }]) => kind !== 'fixed');
  return shown.some(([, { isRequired }]) => isRequired)
    ? []
    : shown.filter(([, { isAmong }]) => !isAmong).map(([name]) => name);
};

export const isNarrowed = ({ filters, values }: Pick<FilterSet, 'filters' | 'values'>): boolean =>
  narrowingOf(filters).some((name) => isSet(filters[name] as Filter, values[name]));

/** The values of 'Show all'. */
export const withoutNarrowing = ({ filters, values }: Pick<FilterSet, 'filters' | 'values'>): FilterValues => ({
  ...values,
  ...Object.fromEntries(narrowingOf(filters).map((name) => [name, ''])),
});

/** A day without the year if it is this one. */
const shortDay = (day: string): string => {
  const [year] = today().split('-');
  return formatDay(day).replace(` ${year}`, '');
};

/** Days in a few words: `22 Nov – 30 Nov`, `from 22 Nov`, `to 30 Nov`. */
export const rangeText = (from = '', to = ''): string => {
  if (from && to) return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`;
  return from ? `from ${shortDay(from)}` : to && `to ${shortDay(to)}`;
};
