import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, MoneySum } from '../common/fields.ts';
import { ContactMessage } from '../messages/contact-desk.ts';
import { CONTACT_STATUSES } from '../messages/contact-list.ts';
import { MESSAGE_STATUSES } from '../messages/outbox-list.ts';
import { Ring } from './boundaries.ts';
import { AppliedFor, KNOWN_OF_TENANT } from './tenant-records.ts';
import { NewTenantRequest, OwnTenantRequest } from './tenant-requests.ts';
import { LAND_USES } from './words.ts';

const endpoint = endpointsOf('tenants');

/** A plot that the signed-in tenant holds or held. */
export const OwnTenancy = z.object({
  id: Id,
  zone: z.string(),
  block: z.string(),
  plot_number: z.string(),
  /** Of a plot that the tenant holds, as its area is. */
  land_use: z.enum(LAND_USES).nullable(),
  /** Square metres with two decimals; null where neither boundary nor plan says it. */
  area_sqm: z.string().nullable(),
  /** Only of a plot that the tenant holds. */
  boundary: Ring.nullable(),
  indenture_number: z.string(),
  commencement: Day,
  term_years: z.int(),
  /** The first day after the term. */
  ends_on: Day,
  ground_rent: MoneySum,
  held_from: Day,
  held_until: Day.nullable(),
  /** Ground rent that is owed, and the day on which the oldest of it fell due. */
  rent_owed: MoneySum,
  rent_owed_since: Day.nullable(),
});
export type OwnTenancy = z.infer<typeof OwnTenancy>;

const OwnMessage = z.object({
  id: Id,
  reference: z.string(),
  subject: z.string(),
  message: z.string(),
  received_at: Instant,
  status: z.enum(CONTACT_STATUSES),
  /** Replies of the office by mail or text, the oldest first. */
  answers: z.array(
    z.object({
      text: z.string(),
      at: Instant,
      by_mail: z.boolean(),
      /** Null once the outbox dropped it. */
      delivery: z.enum(MESSAGE_STATUSES).nullable(),
      /** True of a text to another number than the tenant’s. */
      to_other_number: z.boolean(),
    }),
  ),
});
export type OwnMessage = z.infer<typeof OwnMessage>;

/** Everything that a tenant sees of what the office keeps of them. */
export const OwnLand = z.object({
  tenant_code: z.string(),
  fullname: z.string(),
  ...KNOWN_OF_TENANT,
  /** Current ones first, then the newest. */
  tenancies: z.array(OwnTenancy),
  applications: z.array(AppliedFor),
  /** The newest first. */
  requests: z.array(OwnTenantRequest),
  messages: z.array(OwnMessage),
});
export type OwnLand = z.infer<typeof OwnLand>;

export const showOwnLand = endpoint('GET /tenant/land', 'tenant', {
  summary: 'The signed-in tenant’s record, tenancies, applications, requests and messages',
  errors: ['not_found'],
  answer: OwnLand,
});

/** Bounds the messages and requests that the office has to read of one tenant. */
const SENT = [
  { by: 'caller', max: 10, seconds: 60 },
  { by: 'caller', max: 30, seconds: 86_400 },
] as const;

export const askForTenantChange = endpoint('POST /tenant/requests', 'tenant', {
  summary: 'Ask the office to change fields of the signed-in tenant’s record',
  description: 'Fields that are as asked already are left out. Refused with 409 while several requests wait.',
  idempotent: true,
  limits: SENT,
  errors: ['not_found', 'conflict'],
  example: { wanted: { email: 'grace@example.com' }, note: '' },
  body: NewTenantRequest,
  created: Done.extend({ id: Id }),
});

export const withdrawTenantRequest = endpoint('POST /tenant/requests/:id/withdraw', 'tenant', {
  summary: 'Withdraw a request of the signed-in tenant’s',
  description: 'Refused with 409 once the office has decided. One that was withdrawn stays so.',
  limits: [{ by: 'caller', max: 60, seconds: 3600 }],
  errors: ['not_found'],
});

export const TenantMessage = ContactMessage.pick({ subject: true, message: true });
export type TenantMessage = z.infer<typeof TenantMessage>;

export const sendTenantMessage = endpoint('POST /tenant/messages', 'tenant', {
  summary: 'Leave a message for the office as the signed-in tenant',
  idempotent: true,
  limits: SENT,
  errors: ['not_found'],
  example: { subject: 'Rent', message: 'How much?' },
  body: TenantMessage,
  created: Done.extend({ reference: z.string() }),
});

export const ownLandEndpoints = { showOwnLand, askForTenantChange, withdrawTenantRequest, sendTenantMessage } as const;
