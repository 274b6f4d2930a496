import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, optionalLine, Phone, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { defaultedFilter } from '../common/lists/filters.ts';
import { Reason } from '../messages/reason.ts';
import { readTenantCode } from './tenant-code.ts';

/** The states of a sign-in that somebody asked for. */
export const ACTIVATION_STATUSES = ['asked', 'accepted', 'refused'] as const;
export type ActivationStatus = (typeof ACTIVATION_STATUSES)[number];

export const ACTIVATION_LABELS: Readonly<Record<ActivationStatus, string>> = {
  asked: 'Waiting',
  accepted: 'Accepted',
  refused: 'Refused',
};

/** The changes that staff make of a request, with the states that allow each. */
export const ACTIVATION_MOVES = {
  accept: { from: ['asked'] },
  refuse: { from: ['asked'] },
  undo: { from: ['accepted', 'refused'] },
} as const satisfies Record<string, { from: readonly ActivationStatus[] }>;

/** Days until a request is forgotten: since its decision, or its coming while it waits. */
export const ACTIVATION_DAYS = 90;

/** The one answer to everybody who asks, whoever they are. */
export const ACTIVATION_ANSWER =
  'Our office looks at it. If what you entered fits our records, it gets in touch by the mobile number that it has of you.';

/** A stranger's words: nothing of it is known to be true. */
export const NewActivation = z
  .strictObject({
    tenant_code: z
      .string()
      .trim()
      .max(20)
      .refine(
        (typed) => typed === '' || readTenantCode(typed) !== null,
        'This is not a tenant code. One looks like TNT-000001-7.',
      ),
    indenture_number: optionalLine('indenture number', 60),
    name: shortText('name', 120),
    mobile_number: Phone,
  })
  .refine(({ tenant_code, indenture_number }) => tenant_code !== '' || /[A-Za-z0-9]/.test(indenture_number), {
    path: ['tenant_code'],
    message: 'Please enter your tenant code, or the number of your indenture.',
  });
export type NewActivation = z.infer<typeof NewActivation>;

const endpoint = endpointsOf('land');

export const askForSignIn = endpoint('POST /activation_requests', 'public', {
  summary: 'Ask the office for a tenant’s sign-in',
  description:
    'The answer is the same for everybody, and nothing is looked up, so that it tells nothing of who is a tenant.',
  tags: ['tenants'],
  idempotent: true,
  limits: [
    // Each address apart, or a stranger could use up the day of a tenant's number.
    { by: { body: 'mobile_number', as: 'phone', each: 'address' }, max: 5, seconds: 86_400 },
    { by: 'caller', max: 5, seconds: 60 },
    { by: 'caller', max: 30, seconds: 86_400 },
    { by: 'address', max: 10, seconds: 60 },
    { by: 'address', max: 60, seconds: 86_400, shared: true },
  ],
  example: { tenant_code: '', indenture_number: 'IN 4/1990', name: 'Ama', mobile_number: '0244000001' },
  body: NewActivation,
  created: Done,
});

/** Whether what was entered is in the record; `missing` where nothing was. */
const Agreement = z.enum(['agrees', 'differs', 'missing']);
export type Agreement = z.infer<typeof Agreement>;

/** A tenant whose code or indenture number a request names. */
export const ActivationMatch = z.object({
  tenant_id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  /** In E.164 form: a code is texted to this number alone. */
  contact_number: z.string(),
  code: Agreement,
  indenture: Agreement,
  name: Agreement,
  phone: Agreement,
  has_sign_in: z.boolean(),
});
export type ActivationMatch = z.infer<typeof ActivationMatch>;

export const ListedActivation = z.object({
  id: Id,
  tenant_code: z.string(),
  indenture_number: z.string(),
  name: z.string(),
  mobile_number: z.string(),
  status: z.enum(ACTIVATION_STATUSES),
  status_reason: z.string().nullable(),
  asked_at: Instant,
  decided_at: Instant.nullable(),
  /** The username of the clerk; empty while it waits. */
  decided_by: z.string(),
  /** The tenant of an accepted one, and how the code went out. */
  tenant_id: Id.nullable(),
  way: z.enum(['shown', 'texted']).nullable(),
  /** The tenants that it may be of, the likeliest first. */
  matches: z.array(ActivationMatch),
});
export type ListedActivation = z.infer<typeof ListedActivation>;

const MATCH_LABELS = { code: 'code', indenture: 'indenture', name: 'name', phone: 'phone' } as const;
type Matched = keyof typeof MATCH_LABELS;

/** `code agrees, name differs`, without what was not entered. */
export const matchInWords = (match: ActivationMatch): string =>
  (Object.keys(MATCH_LABELS) as Matched[])
    .filter((part) => match[part] !== 'missing')
    .map((part) => `${MATCH_LABELS[part]} ${match[part]}`)
    .join(', ');

export const activationList = defineList({
  name: 'activation-requests',
  url: '/activation_requests',
  access: 'land.answer',
  summary: 'Sign-ins that tenants ask for, beside the records that fit; those that have waited longest first',
  tags: ['land'],
  row: ListedActivation,
  filters: {
    status: defaultedFilter('State', ACTIVATION_STATUSES, (status) => ACTIVATION_LABELS[status]),
  },
  sorts: ['asked_at', '-asked_at'],
  columns: [
    columnOf('name', 'Name'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('tenant_code', 'Tenant Code'),
    columnOf('indenture_number', 'Indenture Number'),
    {
      key: 'matches',
      header: 'Record That Fits',
      kind: 'text',
      value: ({ matches }) =>
        matches.map((one) => `${one.tenant_code} ${one.fullname}: ${matchInWords(one)}`).join('; '),
    },
    columnOf('asked_at', 'Asked', 'instant', { sort: 'asked_at' }),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => ACTIVATION_LABELS[status] },
    columnOf('status_reason', 'Reason'),
    columnOf('decided_by', 'Decided By'),
    columnOf('decided_at', 'Decided', 'instant'),
  ],
  reach: 1000,
});

/** The tenant whom the code is for, and how it goes out. */
export const ActivationAcceptance = z.strictObject({
  tenant_id: z.string('Please choose the tenant.').pipe(Id),
  way: z.enum(['shown', 'texted'], 'Please choose how the code goes out.'),
});
export type ActivationAcceptance = z.infer<typeof ActivationAcceptance>;

export const acceptActivation = endpoint('POST /activation_requests/:id/accept', 'land.answer', {
  summary: 'Make the setup code of the tenant who asked; shown once, or texted to the number on record',
  description:
    'Refused with 409 once it was decided, and with 422 for a tenant whom the request does not name, or for a text where ' +
    'no service sends any.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { tenant_id: '1', way: 'shown' },
  body: ActivationAcceptance,
  /** The code is null where it was texted. */
  created: Done.extend({ setup_code: z.string().nullable() }),
});

/** The reason stays in the office: nobody knows who asked. */
export const ActivationRefusal = z.strictObject({ reason: Reason });

export const refuseActivation = endpoint('POST /activation_requests/:id/refuse', 'land.answer', {
  summary: 'Refuse a sign-in that somebody asked for, with a reason that stays in the office',
  errors: ['not_found', 'conflict'],
  body: ActivationRefusal,
});

export const undoActivation = endpoint('POST /activation_requests/:id/undo', 'land.answer', {
  summary: 'Take a decision on a sign-in back; the code of an accepted one ends',
  description: 'Refused with 409 once the code was used or replaced, or is too old.',
  errors: ['not_found', 'conflict'],
});

export const activationEndpoints = {
  askForSignIn,
  listActivations: activationList.page,
  exportActivations: activationList.file,
  acceptActivation,
  refuseActivation,
  undoActivation,
} as const;
