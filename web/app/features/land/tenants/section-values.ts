import type { TenantChange, TenantField, TenantRecord } from '@banbo/contract';
import { behindTheCode, wholeNumber } from '~/components/form/form-phone.tsx';

/** The texts of a form by the names of a tenant's fields. */
export type SectionValues = Readonly<Record<string, string>>;

const PHONES: readonly TenantField[] = [
  ...(['contact_number', 'other_number', 'kin_mobile_number', 'contact_person_number'] as const),
  'reference_mobile_number',
];

/** Fields of texts, which are empty and never null. */
const TEXTS: readonly TenantField[] = [
  ...(['last_name', 'first_name', 'email', 'postal_address', 'gps_address', 'next_of_kin'] as const),
  ...(['contact_person', 'reference_person', 'nationality', 'contact_number', 'kind'] as const),
];

/** Said where a form is sent as it was opened. */
export const NOTHING_CHANGED = 'Nothing is changed yet.';

/** The values of a tenant's fields. */
export type KnownOfTenant = Pick<TenantRecord, TenantField>;

/** A tenant's fields as a form shows them; phones behind the fixed country code. */
export const valuesOfSection = (tenant: KnownOfTenant, fields: readonly TenantField[]): SectionValues =>
  Object.fromEntries(
    fields.map((name) => {
      const text = String(tenant[name] ?? '');
      return [name, PHONES.includes(name) ? behindTheCode(text) : text];
    }),
  );

/** An organisation has one name and no gender; a person has no share. */
export const fittedToKind = (values: SectionValues): SectionValues => {
  if (values.kind === 'person') return { ...values, foreign_share: '' };
  return values.kind === 'organisation' ? { ...values, first_name: '', gender: '', date_of_birth: '' } : values;
};

const sent = (name: TenantField, typed: string): string | number | null => {
  const text = typed.trim();
  if (name === 'foreign_share') return text === '' ? null : Number(text);
  if (text === '') return TEXTS.includes(name) ? '' : null;
  return PHONES.includes(name) ? wholeNumber(text) : text;
};

/** The fields that differ from the tenant's, as they are sent. */
export const changedOfSection = (
  tenant: KnownOfTenant,
  fields: readonly TenantField[],
  values: SectionValues,
): Partial<TenantChange> => {
  const first = valuesOfSection(tenant, fields);
  const changed = fields.filter((name) => (values[name] ?? '').trim() !== first[name]);
  return Object.fromEntries(changed.map((name) => [name, sent(name, values[name] ?? '')]));
};
