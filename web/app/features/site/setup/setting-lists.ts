import { ID_CHARACTERS, PLANS, type Site } from '@banbo/contract';

/** A row of a list as its inputs hold it. */
export type Row = Readonly<Record<string, string | boolean>>;

export type Column = {
  key: string;
  label: string;
  kind?: 'tick' | 'choice';
  choices?: readonly { value: string; label: string }[];
  maxLength?: number;
  help?: string;
};

/** A setting that has several entries: the inputs of each, and how they become the entry. */
type SettingList<Entry> = {
  title: string;
  /** One entry, as its inputs and buttons name it: `phone number`. */
  one: string;
  most: number;
  columns: readonly Column[];
  toRow: (entry: Entry) => Row;
  fromRow: (row: Row) => Entry;
};

const text = (row: Row, key: string): string => String(row[key] ?? '').trim();

/** The lengths of IDs, `10, 11`; one that is no number is refused by the contract. */
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
    ...PLANS.map(({ slug, name }): Column => ({ key: slug, label: name.split(' ')[0] ?? name, kind: 'tick' })),
  ],
  toRow: ({ name, plans }) => ({ name, ...Object.fromEntries(PLANS.map(({ slug }) => [slug, plans.includes(slug)])) }),
  fromRow: (row) => ({
    name: text(row, 'name'),
    plans: PLANS.map(({ slug }) => slug).filter((slug) => row[slug] === true),
  }),
};

/** The settings that are lists, by their names. */
export const SETTING_LISTS = {
  mobile_numbers: {
    title: 'Phone numbers',
    one: 'phone number',
    most: 6,
    columns: [{ key: 'number', label: 'Phone number', maxLength: 24 }],
    toRow: (number: string) => ({ number }),
    fromRow: (row: Row) => text(row, 'number'),
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
    fromRow: (row: Row) => ({ name: text(row, 'name'), url: text(row, 'url') }),
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
    fromRow: (row: Row) => ({ name: text(row, 'name'), number: text(row, 'number') }),
  },
  momo_merchants: account('Merchant accounts', 'merchant account'),
  momo_numbers: account('Mobile money numbers', 'mobile money number'),
  networks: network,
  plan_features: feature,
} as const;

export type ListField = keyof typeof SETTING_LISTS;

/** A list whose entries are not known more closely. */
export const settingList = (field: ListField) => SETTING_LISTS[field] as unknown as SettingList<unknown>;

export const isListField = (field: string): field is ListField => Object.hasOwn(SETTING_LISTS, field);
