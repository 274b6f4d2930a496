import type { TENANT_SECTIONS, TenantField } from '@banbo/contract';

export type TenantSection = keyof typeof TENANT_SECTIONS;

type Update = { path: string; title: string; fields: readonly TenantField[] };

/** The parts of a record, each with the page on which it is changed. */
export const TENANT_UPDATES: Readonly<Record<TenantSection, Update>> = {
  personal: {
    path: '/personal_information',
    title: 'Personal Information',
    fields: [
      ...(['kind', 'last_name', 'first_name', 'gender', 'date_of_birth'] as const),
      ...(['nationality', 'foreign_share', 'identification_type', 'id_number'] as const),
    ],
  },
  contact: {
    path: '/contact_information',
    title: 'Contact Information',
    fields: ['contact_number', 'other_number', 'email', 'postal_address', 'gps_address'],
  },
  kin: {
    path: '/next_of_kin',
    title: 'Next of Kin',
    fields: ['next_of_kin', 'kin_mobile_number', 'kin_relationship'],
  },
  reference: {
    path: '/contact_person_reference',
    title: 'Contact Person & Reference',
    fields: ['contact_person', 'contact_person_number', 'reference_person', 'reference_mobile_number'],
  },
};
