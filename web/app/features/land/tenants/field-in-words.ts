import {
  formatDay,
  formatPhone,
  shownName,
  TENANT_KIND_LABELS,
  type TenantField,
  type TenantRecord,
} from '@banbo/contract';

/** A value of a record as people read it. */
export const fieldInWords = (name: TenantField, value: string | number | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '';
  if (name === 'kind') return TENANT_KIND_LABELS[value as TenantRecord['kind']];
  if (name === 'date_of_birth') return formatDay(String(value));
  if (name === 'foreign_share') return `${value} per cent`;
  if (/number$/.test(name) && name !== 'id_number') return formatPhone(String(value));
  if (/name$|^next_of_kin$|person$|^nationality$|relationship$|^identification_type$/.test(name))
    return shownName(String(value));
  return String(value);
};
