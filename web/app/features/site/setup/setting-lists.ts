import {
  formatPhone,
  ID_CHARACTERS,
  MAX_TAXES,
  PLANS,
  parseMoney,
  SITE_FIELDS,
  type Site,
  SiteChange,
  type SiteField,
} from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { FormValues } from '~/lib/form/use-form.ts';

/** A list's row as its inputs hold it. */
export type SettingRow = Readonly<Record<string, string | boolean>>;

export type SettingColumn = {
  key: string;
  label: string;
  kind?: 'tick' | 'choice';
  choices?: readonly { value: string; label: string }[];
  maxLength?: number;
  help?: string;
};

/** A setting with several entries: their inputs, and how they become entries. */
type SettingList<Entry> = {
  title: string;
  /** One entry's name for inputs and buttons: `phone number`. */
  one: string;
  most: number;
  columns: readonly SettingColumn[];
  toRow: (entry: Entry) => SettingRow;
  fromRow: (row: SettingRow) => Entry;
};

const text = (row: SettingRow, key: string): string => String(row[key] ?? '').trim();

/** The lengths of IDs, `10, 11`; the contract refuses a part that is no number. */
const lengths = (typed: string): number[] => typed.split(/[\s,]+/).flatMap((part) => (part === '' ? [] : Number(part)));

const account = (title: string, one: string): SettingList<Site['momo_numbers'][number]> => ({
  title,
  one,
  most: 6,
  columns: [
    { key: 'network', label: 'Network', maxLength: 40 },
    { key: 'number', label: 'Number', maxLength: 30 },
    { key: 'name', label: 'In the name of', maxLength: 80 },
  ],
  toRow: (entry) => entry,
  fromRow: (row) => ({ network: text(row, 'network'), name: text(row, 'name'), number: text(row, 'number') }),
});

const network: SettingList<Site['networks'][number]> = {
  title: 'Networks that money comes from',
  one: 'network',
  most: 20,
  columns: [
    { key: 'code', label: 'Code', maxLength: 20 },
    { key: 'name', label: 'Name', maxLength: 60 },
    { key: 'id_lengths', label: 'ID length', maxLength: 30, help: 'Several: 10, 11' },
    {
      key: 'id_characters',
      label: 'An ID has',
      kind: 'choice',
      choices: ID_CHARACTERS.map((value) => ({ value, label: value === 'digits' ? 'Digits' : 'Letters too' })),
    },
    { key: 'id_padded_to', label: 'Zeros up to', maxLength: 2, help: 'Empty: none' },
    { key: 'wrong_id_message', label: 'Sentence for a wrong ID', maxLength: 200, help: 'Empty: the usual one' },
  ],
  toRow: ({ id_lengths, id_padded_to, wrong_id_message, ...rest }) => ({
    ...rest,
    id_lengths: id_lengths.join(', '),
    id_padded_to: String(id_padded_to ?? ''),
    wrong_id_message: wrong_id_message ?? '',
  }),
  fromRow: (row) => ({
    code: text(row, 'code').toUpperCase(),
    name: text(row, 'name'),
    id_lengths: lengths(text(row, 'id_lengths')),
    id_characters: row.id_characters === 'digits' ? 'digits' : 'letters_and_digits',
    id_padded_to: text(row, 'id_padded_to') === '' ? null : Number(text(row, 'id_padded_to')),
    wrong_id_message: text(row, 'wrong_id_message') || null,
  }),
};

const feature: SettingList<Site['plan_features'][number]> = {
  title: 'What the plans hold',
  one: 'feature',
  most: 20,
  columns: [
    { key: 'name', label: 'Feature', maxLength: 80 },
    // The first word is enough beside a tick.
    ...PLANS.map(({ slug, name }): SettingColumn => ({ key: slug, label: name.split(' ')[0] ?? name, kind: 'tick' })),
  ],
  toRow: ({ name, plans }) => ({ name, ...Object.fromEntries(PLANS.map(({ slug }) => [slug, plans.includes(slug)])) }),
  fromRow: (row) => ({
    name: text(row, 'name'),
    plans: PLANS.map(({ slug }) => slug).filter((slug) => row[slug] === true),
  }),
};

const phones = (title: string, one: string) => ({
  ...{ title, one, most: 6, columns: [{ key: 'number', label: 'Phone number', maxLength: 24 }] },
  toRow: (number: string) => ({ number }),
  fromRow: (row: SettingRow) => text(row, 'number'),
});

export const SETTING_LISTS = {
  mobile_numbers: phones('Phone numbers', 'phone number'),
  supervisor_numbers: phones('Supervisors who are told by text message', 'supervisor’s number'),
  owner_numbers: phones('Phones that get the figures of each day', 'owner’s number'),
  owner_emails: {
    ...{ title: 'E-mail addresses that get them', one: 'owner’s e-mail', most: 6 },
    columns: [{ key: 'email', label: 'E-mail', maxLength: 254 }],
    toRow: (email: string) => ({ email }),
    fromRow: (row: SettingRow) => text(row, 'email'),
  },
  social_links: {
    title: 'Social links',
    one: 'link',
    most: 8,
    columns: [
      { key: 'name', label: 'Name', maxLength: 40 },
      { key: 'url', label: 'Address', maxLength: 300, help: 'Begins with https://' },
    ],
    toRow: (entry: Site['social_links'][number]) => entry,
    fromRow: (row: SettingRow) => ({ name: text(row, 'name'), url: text(row, 'url') }),
  },
  emergency_numbers: {
    title: 'Emergency numbers',
    one: 'emergency number',
    most: 8,
    columns: [
      { key: 'name', label: 'Name', maxLength: 60 },
      { key: 'number', label: 'Number', maxLength: 20 },
    ],
    toRow: (entry: Site['emergency_numbers'][number]) => entry,
    fromRow: (row: SettingRow) => ({ name: text(row, 'name'), number: text(row, 'number') }),
  },
  taxes: {
    title: 'Taxes that prices contain',
    one: 'tax',
    most: MAX_TAXES,
    columns: [
      { key: 'name', label: 'Tax', maxLength: 30, help: 'VAT' },
      { key: 'rate', label: 'Percent', maxLength: 5, help: '15' },
    ],
    toRow: (entry: Site['taxes'][number]) => entry,
    fromRow: (row: SettingRow) => ({ name: text(row, 'name'), rate: text(row, 'rate') }),
  },
  momo_merchants: account('Merchant accounts', 'merchant account'),
  momo_numbers: account('Mobile money numbers', 'mobile money number'),
  networks: network,
  plan_features: feature,
} as const;

export type ListField = keyof typeof SETTING_LISTS;

/** A list of entries of unknown type. */
export const settingList = (field: ListField) => SETTING_LISTS[field] as unknown as SettingList<unknown>;

export const isListField = (field: string): field is ListField => Object.hasOwn(SETTING_LISTS, field);

/** The name of an input of a list: `mobile_numbers.0.number`. */
export const cellName = (field: ListField, index: number, key: string): string => `${field}.${index}.${key}`;
/** The field that holds a list's number of rows. */
const countName = (field: ListField): string => `${field}.count`;

export const rowCount = (values: FormValues, field: ListField): number => Number(values[countName(field)] ?? 0);

const rowAt = (values: FormValues, field: ListField, index: number): SettingRow =>
  Object.fromEntries(settingList(field).columns.map(({ key }) => [key, values[cellName(field, index, key)] ?? '']));

export const rowsOf = (values: FormValues, field: ListField): SettingRow[] =>
  Array.from({ length: rowCount(values, field) }, (_, index) => rowAt(values, field, index));

/** The inputs of a list's rows. Inputs behind the last row stay in the form and are ignored. */
export const withRows = (field: ListField, rows: readonly SettingRow[]): FormValues => ({
  [countName(field)]: String(rows.length),
  ...Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([key, value]) => [cellName(field, index, key), value])),
  ),
});

/** Settings that are whole numbers, which a form holds as text. */
const NUMBER_FIELDS = [
  'missing_money_days',
  'places_kept_days',
  'places_whole_days',
  'silent_minutes',
  'ring_seconds',
  'bundle_days',
  'owner_message_hour',
] as const;

/** Settings that are amounts. */
const MONEY_FIELDS: ReadonlySet<SiteField> = new Set([
  'waive_up_to',
  'forgive_limit',
  'expense_limit',
  'petty_cash_float',
]);

const isNumberField = (field: SiteField): field is (typeof NUMBER_FIELDS)[number] =>
  (NUMBER_FIELDS as readonly SiteField[]).includes(field);

const inputsOf = (site: Site, field: SiteField): FormValues => {
  if (field === 'base_map') {
    const { url, attribution } = site.base_map ?? { url: '', attribution: '' };
    return { 'base_map.url': url, 'base_map.attribution': attribution };
  }
  if (field === 'mobile_numbers' || field === 'supervisor_numbers' || field === 'owner_numbers')
    return withRows(field, site[field].map(formatPhone).map(settingList(field).toRow));
  // A server of the version before has none.
  if (field === 'calling_words') return { calling_words: (site.calling_words ?? []).join(', ') };
  if (isListField(field)) return withRows(field, (site[field] as readonly unknown[]).map(settingList(field).toRow));
  return { [field]: isNumberField(field) ? String(site[field]) : (site[field] as string | boolean) };
};

/** The settings as form values. */
export const toValues = (site: Site): FormValues =>
  Object.assign({}, ...SITE_FIELDS.map((field) => inputsOf(site, field)));

const settingIn = (values: FormValues, field: SiteField): unknown => {
  if (isListField(field)) return rowsOf(values, field).map(settingList(field).fromRow);
  if (field === 'calling_words')
    return text(values as SettingRow, field)
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean);
  if (isNumberField(field)) return /^\d+$/.test(String(values[field])) ? Number(values[field]) : null;
  // As people write it: `1` for 1.00.
  if (MONEY_FIELDS.has(field)) return parseMoney(String(values[field])) ?? String(values[field]).trim();
  if (field !== 'base_map') return typeof values[field] === 'string' ? values[field].trim() : values[field];
  const [url, attribution] = [String(values['base_map.url']).trim(), String(values['base_map.attribution']).trim()];
  return url === '' && attribution === '' ? null : { url, attribution };
};

/** The typed settings, which may be invalid. */
export const typedSite = (values: FormValues): Site =>
  Object.fromEntries(SITE_FIELDS.map((field) => [field, settingIn(values, field)])) as Site;

/** The settings whose typed values differ from the stored ones. */
export const changedFields = (values: FormValues, stored: Site): SiteField[] => {
  const typed = typedSite(values);
  const before = typedSite(toValues(stored));
  return SITE_FIELDS.filter((field) => JSON.stringify(typed[field]) !== JSON.stringify(before[field]));
};

/** The values of these settings alone, for a call. */
export const pickFields = (values: FormValues, fields: readonly SiteField[]): SiteChange => {
  const typed = typedSite(values);
  return Object.fromEntries(fields.map((field) => [field, typed[field]])) as SiteChange;
};

/** The input of a problem's path: `networks.0.id_lengths` for `networks.0.id_lengths.1`. */
const inputOfPath = (path: string): string => {
  const [field = '', index, key = ''] = path.split('.');
  if (!isListField(field)) return field === 'base_map' ? `base_map.${index ?? 'url'}` : field;
  if (index === undefined) return field;
  const [first, ...others] = settingList(field).columns.map((column) => column.key);
  return cellName(field, Number(index), others.find((name) => name === key) ?? first ?? '');
};

const LENGTHS = 'Give whole numbers from 1 to 32, like 10, 11.';

/** The first problem of each input. */
export const atInputs = (problems: readonly (readonly [path: string, message: string])[]): FieldErrors => {
  const found: Record<string, string> = {};
  for (const [path, message] of problems) {
    const isLength = /\.id_lengths/.test(path) || (/\.id_padded_to$/.test(path) && !message.startsWith('An ID'));
    found[inputOfPath(path)] ??= isLength ? LENGTHS : message;
  }
  return found;
};

/** The problems of typed settings by the contract's schema. */
export const problemsOf = (values: FormValues, fields: readonly SiteField[]): FieldErrors => {
  const { error } = SiteChange.safeParse(pickFields(values, fields));
  return atInputs((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};
