import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { DriverChangeEntry } from '../drivers/driver-change.ts';
import { Reason } from '../messages/reason.ts';
import { APPLICATION_STATUSES } from './application-list.ts';
import { TenancyRow, TenantRow, tenancyList, tenantList } from './tenant-list.ts';
import { TENANT_SECTIONS } from './tenants.ts';
import { APPLICATION_KINDS } from './words.ts';

const endpoint = endpointsOf('land');

export const TENANT_FIELDS = {
  ...TENANT_SECTIONS.personal,
  ...TENANT_SECTIONS.contact,
  ...TENANT_SECTIONS.kin,
  ...TENANT_SECTIONS.reference,
};
export type TenantField = keyof typeof TENANT_FIELDS;

/** The fields of a tenant in the words of the forms. */
export const TENANT_FIELD_LABELS: Readonly<Record<TenantField, string>> = {
  kind: 'Kind',
  last_name: 'Last name or organisation',
  first_name: 'First name',
  gender: 'Gender',
  date_of_birth: 'Date of birth',
  nationality: 'Nationality',
  foreign_share: 'Per cent that non-citizens own',
  identification_type: 'Identification type',
  id_number: 'ID number',
  contact_number: 'Contact number',
  other_number: 'Other number',
  email: 'E-mail',
  postal_address: 'Postal address',
  gps_address: 'GPS address',
  next_of_kin: 'Next of kin',
  kin_mobile_number: 'Next of kin mobile number',
  kin_relationship: 'Relationship to tenant',
  contact_person: 'Contact person',
  contact_person_number: 'Contact person’s number',
  reference_person: 'Reference person',
  reference_mobile_number: 'Reference mobile number',
};

/** Values of fields of a tenant, by the names of the fields. */
export const TenantValues = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A change of a tenant's record by the office. */
export const TenantChangeEntry = DriverChangeEntry.extend({ before: TenantValues, after: TenantValues });

/** Texts of fields that nobody has filled in are empty, other values null. */
export const KNOWN_OF_TENANT = {
  kind: TenantRow.shape.kind,
  last_name: z.string(),
  first_name: z.string(),
  gender: TENANT_FIELDS.gender,
  date_of_birth: z.string().nullable(),
  nationality: z.string(),
  foreign_share: z.int().nullable(),
  identification_type: z.string().nullable(),
  id_number: z.string().nullable(),
  contact_number: z.string(),
  other_number: z.string().nullable(),
  email: z.string(),
  postal_address: z.string(),
  gps_address: z.string(),
  next_of_kin: z.string(),
  kin_mobile_number: z.string().nullable(),
  kin_relationship: z.string().nullable(),
  contact_person: z.string(),
  contact_person_number: z.string().nullable(),
  reference_person: z.string(),
  reference_mobile_number: z.string().nullable(),
} satisfies Record<TenantField, z.ZodType>;

/** An application of a tenant. */
export const AppliedFor = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(APPLICATION_KINDS),
  status: z.enum(APPLICATION_STATUSES),
  entered_at: Instant,
});

export const TenantRecord = z.object({
  id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  ...KNOWN_OF_TENANT,
  /** The remark on a Ghana Card of another country than the nationality; null without one. */
  id_remark: z.string().nullable(),
  /** Grows with every change. */
  version: z.int(),
  added_at: Instant,
  added_by: z.string().nullable(),
  /** `none` for a tenant without a sign-in, `invited` until they set a password. */
  sign_in: z.enum(['none', 'invited', 'active']),
  /** Current ones first, then the newest. */
  tenancies: z.array(TenancyRow),
  applications: z.array(AppliedFor),
  /** The newest first. */
  changes: z.array(TenantChangeEntry),
});
export type TenantRecord = z.infer<typeof TenantRecord>;

export const showLandTenant = endpoint('GET /tenants/:id', 'land.read', {
  summary: 'A tenant with tenancies, applications and the changes of their record',
  errors: ['not_found'],
  answer: TenantRecord,
});

/** Some fields, the version that they were changed from, and why. */
export const TenantChange = z
  .strictObject(TENANT_FIELDS)
  .partial()
  .extend({ version: z.int().min(1).max(2_147_483_647), reason: Reason });
export type TenantChange = z.infer<typeof TenantChange>;

export const changeTenant = endpoint('PATCH /tenants/:id', 'land.write', {
  summary: 'Change fields of a tenant, with a reason',
  description:
    'Refused with 409 `conflict` where somebody changed one of these fields since the version that is named; `issues` have ' +
    'their values of now.',
  errors: ['not_found', 'conflict'],
  body: TenantChange,
  answer: Done.extend({ version: z.int() }),
});

export const renewTenantCode = endpoint('POST /tenants/:id/setup_code', 'land.write', {
  summary: 'Make a new code with which a tenant sets a password; shown once',
  description: 'The former code ends at once. Also makes the sign-in of a tenant who has none yet.',
  idempotent: true,
  errors: ['not_found'],
  created: Done.extend({ setup_code: z.string() }),
});

/** The most tenants that a search answers. */
export const TENANT_MATCHES = 50;

const typed = z.string().trim().max(60).default('');

/** Sent as typed: the server reads codes and numbers however they are written. */
export const TenantSearch = z.strictObject({
  tenant_code: typed,
  contact_number: typed,
  indenture_number: typed,
  first_name: typed,
  last_name: typed,
});
export type TenantSearch = z.infer<typeof TenantSearch>;

export const searchTenants = endpoint('POST /tenants/search', 'land.read', {
  summary: 'Tenants by code, contact number, indenture number and names, all that are given',
  description: `At most the first ${TENANT_MATCHES}. The status is false where nobody is found.`,
  body: TenantSearch,
  answer: z.object({ status: z.boolean(), message: z.string(), tenant: z.array(TenantRow) }),
});

export const tenantRecordEndpoints = {
  listTenants: tenantList.page,
  exportTenants: tenantList.file,
  searchTenants,
  showLandTenant,
  changeTenant,
  renewTenantCode,
  listTenancies: tenancyList.page,
  exportTenancies: tenancyList.file,
} as const;
