import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, optionalLine } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { defaultedFilter, fixedFilter } from '../common/lists/filters.ts';
import { Reason } from '../messages/reason.ts';
import { TENANT_FIELD_LABELS, TENANT_FIELDS, type TenantField, TenantValues } from './tenant-records.ts';

/** The states of a tenant's request to change their record. */
export const TENANT_REQUEST_STATUSES = ['asked', 'accepted', 'partly', 'refused', 'withdrawn'] as const;
export type TenantRequestStatus = (typeof TENANT_REQUEST_STATUSES)[number];

export const TENANT_REQUEST_LABELS: Readonly<Record<TenantRequestStatus, string>> = {
  asked: 'Waiting',
  accepted: 'Accepted',
  partly: 'Partly accepted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/** The most requests of one tenant that may wait. */
export const MOST_WAITING_REQUESTS = 3;

/** The values that a tenant asks for, by field, and what they say about it. */
export const NewTenantRequest = z.strictObject({
  wanted: z
    .strictObject(TENANT_FIELDS)
    .partial()
    .refine((wanted) => Object.keys(wanted).length > 0, 'Please change at least one field.'),
  note: optionalLine('note', 300),
});
export type NewTenantRequest = z.infer<typeof NewTenantRequest>;

/** A request as its tenant sees it. */
export const OwnTenantRequest = z.object({
  id: Id,
  wanted: TenantValues,
  note: z.string(),
  status: z.enum(TENANT_REQUEST_STATUSES),
  /** Why fields were refused, in one text; null where none was. */
  status_reason: z.string().nullable(),
  /** Why each refused field was refused, by its name. */
  refusals: z.record(z.string(), z.string()),
  asked_at: Instant,
});
export type OwnTenantRequest = z.infer<typeof OwnTenantRequest>;

/** A request as the office sees it, with its tenant and the values of now. */
export const ListedTenantRequest = z.object({
  ...OwnTenantRequest.shape,
  tenant_id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  /** The values of the same fields in the tenant's record. */
  current: TenantValues,
  decided_at: Instant.nullable(),
  /** The username of the clerk, or the code of the tenant who withdrew it; empty while it waits. */
  decided_by: z.string(),
});
export type ListedTenantRequest = z.infer<typeof ListedTenantRequest>;

/** The labels of the fields of a request. */
export const requestedFields = ({ wanted }: Pick<OwnTenantRequest, 'wanted'>): string =>
  Object.keys(wanted)
    .map((name) => TENANT_FIELD_LABELS[name as TenantField])
    .join(', ');

export const tenantRequestList = defineList({
  name: 'tenant-requests',
  url: '/tenant_requests',
  access: 'land.answer',
  summary: 'Tenants’ requests to change their record, those that have waited longest first',
  tags: ['land'],
  row: ListedTenantRequest,
  filters: {
    status: defaultedFilter('State', TENANT_REQUEST_STATUSES, (status) => TENANT_REQUEST_LABELS[status]),
    tenant: fixedFilter('Tenant', Id.optional()),
  },
  sorts: ['asked_at', '-asked_at'],
  columns: [
    columnOf('fullname', 'Tenant', 'name'),
    columnOf('tenant_code', 'Tenant Code'),
    { key: 'wanted', header: 'What Changes', kind: 'text', value: requestedFields },
    columnOf('note', 'Note'),
    columnOf('asked_at', 'Asked', 'instant', { sort: 'asked_at' }),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => TENANT_REQUEST_LABELS[status] },
    columnOf('status_reason', 'Why Refused'),
    columnOf('decided_by', 'Decided By'),
    columnOf('decided_at', 'Decided', 'instant'),
  ],
  reach: 1000,
});

const endpoint = endpointsOf('land');

/** A field is accepted, or refused with the reason that the tenant reads. */
const FieldDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('accept') }),
  z.strictObject({ decision: z.literal('refuse'), reason: Reason }),
]);

const FIELD_NAMES = Object.keys(TENANT_FIELDS) as [TenantField, ...TenantField[]];

/** A decision on every field of a request, by the fields' names. */
export const TenantRequestDecision = z.strictObject({ fields: z.partialRecord(z.enum(FIELD_NAMES), FieldDecision) });
export type TenantRequestDecision = z.infer<typeof TenantRequestDecision>;

export const decideTenantRequest = endpoint('POST /tenant_requests/:id/decide', 'land.answer', {
  summary: 'Accept or refuse each field of a tenant’s request; accepted ones change the record',
  description:
    'Takes a decision on every asked field and on no other. Refused with 409 once it was decided, and as a change of the ' +
    'record is refused.',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { fields: { email: { decision: 'accept' } } },
  body: TenantRequestDecision,
  created: Done.extend({ state: z.enum(['accepted', 'partly', 'refused']) }),
});

export const tenantRequestEndpoints = {
  listTenantRequests: tenantRequestList.page,
  exportTenantRequests: tenantRequestList.file,
  decideTenantRequest,
} as const;
