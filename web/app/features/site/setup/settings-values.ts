import { formatPhone, SITE_FIELDS, type Site, SiteChange, type SiteField } from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { FormValues } from '~/lib/form/use-form-state.ts';
import { isListField, type ListField, type Row, settingList } from './setting-lists.ts';

/** The name of an input of a list: `mobile_numbers.0.number`. */
export const cellName = (field: ListField, index: number, key: string): string => `${field}.${index}.${key}`;
/** The name under which a form keeps how many rows a list has. */
const countName = (field: ListField): string => `${field}.count`;

export const rowCount = (values: FormValues, field: ListField): number => Number(values[countName(field)] ?? 0);

const rowAt = (values: FormValues, field: ListField, index: number): Row =>
  Object.fromEntries(settingList(field).columns.map(({ key }) => [key, values[cellName(field, index, key)] ?? '']));

export const rowsOf = (values: FormValues, field: ListField): Row[] =>
  Array.from({ length: rowCount(values, field) }, (_, index) => rowAt(values, field, index));

/** The inputs of a list with these rows. Inputs of rows behind the last one stay in the form and count for nothing. */
export const withRows = (field: ListField, rows: readonly Row[]): FormValues => ({
  [countName(field)]: String(rows.length),
  ...Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([key, value]) => [cellName(field, index, key), value])),
  ),
});

/** The inputs of one setting. */
const inputsOf = (site: Site, field: SiteField): FormValues => {
  if (field === 'base_map') {
    const { url, attribution } = site.base_map ?? { url: '', attribution: '' };
    return { 'base_map.url': url, 'base_map.attribution': attribution };
  }
  if (field === 'mobile_numbers')
    return withRows(field, site.mobile_numbers.map(formatPhone).map(settingList(field).toRow));
  if (isListField(field)) return withRows(field, (site[field] as readonly unknown[]).map(settingList(field).toRow));
  return { [field]: site[field] as string | boolean };
};

/** The settings as the inputs of the form hold them. */
export const toValues = (site: Site): FormValues =>
  Object.assign({}, ...SITE_FIELDS.map((field) => inputsOf(site, field)));

const settingIn = (values: FormValues, field: SiteField): unknown => {
  if (isListField(field)) return rowsOf(values, field).map(settingList(field).fromRow);
  if (field !== 'base_map') return typeof values[field] === 'string' ? values[field].trim() : values[field];
  const [url, attribution] = [String(values['base_map.url']).trim(), String(values['base_map.attribution']).trim()];
  return url === '' && attribution === '' ? null : { url, attribution };
};

/** The settings as they are typed, which need not be valid. */
export const typedSite = (values: FormValues): Site =>
  Object.fromEntries(SITE_FIELDS.map((field) => [field, settingIn(values, field)])) as Site;

/** The settings that are typed other than they are stored. */
export const changedFields = (values: FormValues, stored: Site): SiteField[] => {
  const typed = typedSite(values);
  const before = typedSite(toValues(stored));
  return SITE_FIELDS.filter((field) => JSON.stringify(typed[field]) !== JSON.stringify(before[field]));
};

/** The values of these settings alone, as a call sends them. */
export const pickFields = (values: FormValues, fields: readonly SiteField[]): SiteChange => {
  const typed = typedSite(values);
  return Object.fromEntries(fields.map((field) => [field, typed[field]])) as SiteChange;
};

/** The input to which a problem belongs: `networks.0.id_lengths.1` stands at `networks.0.id_lengths`, a list's own at the list. */
const inputOfPath = (path: string): string => {
  const [field = '', index, key = ''] = path.split('.');
  if (!isListField(field)) return field === 'base_map' ? `base_map.${index ?? 'url'}` : field;
  if (index === undefined) return field;
  const [first, ...others] = settingList(field).columns.map((column) => column.key);
  return cellName(field, Number(index), others.find((name) => name === key) ?? first ?? '');
};

const LENGTHS = 'Give whole numbers from 1 to 32, like 10, 11.';

/** Problems by the inputs they belong to, the first of each. */
export const atInputs = (problems: readonly (readonly [path: string, message: string])[]): FieldErrors => {
  const found: Record<string, string> = {};
  for (const [path, message] of problems) {
    const isLength = /\.id_lengths/.test(path) || (/\.id_padded_to$/.test(path) && !message.startsWith('An ID'));
    found[inputOfPath(path)] ??= isLength ? LENGTHS : message;
  }
  return found;
};

/** The problems of these settings as they are typed, by the contract's own schema. */
export const problemsOf = (values: FormValues, fields: readonly SiteField[]): FieldErrors => {
  const { error } = SiteChange.safeParse(pickFields(values, fields));
  return atInputs((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};
