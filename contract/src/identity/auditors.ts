import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Email, Id, Instant, Phone, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { Reason } from '../messages/reason.ts';
import { IssuedCode } from './users.ts';

const endpoint = endpointsOf('users');
const access = 'auditors.open';

/** The most days that an auditor's sign-in is open. */
export const MAX_AUDITOR_DAYS = 60;

const DAYS = `Give the days, from 1 to ${MAX_AUDITOR_DAYS}.`;

export const NewAuditor = z
  .strictObject({
    fullname: shortText('name', 80),
    email: z.union([z.literal(''), Email]).default(''),
    mobile_number: z.union([z.literal(''), Phone]).default(''),
    days: z.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_AUDITOR_DAYS, DAYS),
  })
  .refine(({ email, mobile_number }) => email !== '' || mobile_number !== '', {
    message: 'Please give an e-mail address or a mobile number.',
    path: ['email'],
  });
export type NewAuditor = z.infer<typeof NewAuditor>;

/** `invited` has no password yet, `over` came to its end by time, `ended` by a person. */
export const AUDITOR_STATES = ['invited', 'open', 'over', 'ended'] as const;
export type AuditorState = (typeof AUDITOR_STATES)[number];

export const AUDITOR_STATE_LABELS = {
  invited: 'Invited',
  open: 'Open',
  over: 'Over',
  ended: 'Ended',
} as const satisfies Record<AuditorState, string>;

/** A sign-in that reads the books for some days. */
export const Auditor = z.object({
  id: Id,
  fullname: z.string(),
  username: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  status: z.enum(AUDITOR_STATES),
  days: z.number().int(),
  opened_by: z.string(),
  opened_at: Instant,
  ends_at: Instant,
  ended_by: z.string().nullable(),
  ended_at: Instant.nullable(),
  end_reason: z.string().nullable(),
  last_login_at: Instant.nullable(),
});
export type Auditor = z.infer<typeof Auditor>;

export const auditorList = defineList({
  name: 'auditors',
  url: '/auditors',
  access,
  summary: 'The sign-ins of auditors, the last opened first',
  tags: ['users'],
  row: Auditor,
  filters: {},
  sorts: ['-opened_at', 'opened_at'],
  columns: [
    columnOf('fullname', 'Name', 'name'),
    columnOf('username', 'Username'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => AUDITOR_STATE_LABELS[status] },
    columnOf('email', 'E-mail'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('opened_at', 'Opened', 'instant', { sort: 'opened_at' }),
    columnOf('opened_by', 'Opened By'),
    columnOf('ends_at', 'Ends', 'instant'),
    columnOf('last_login_at', 'Last Login', 'instant'),
    columnOf('ended_by', 'Ended By'),
    columnOf('end_reason', 'Why Ended'),
  ],
  reach: 10_000,
});

const InvitedAuditor = Done.extend({ auditor: Auditor, ...IssuedCode.shape });

export const openAuditor = endpoint('POST /auditors', access, {
  summary: 'Open a sign-in for an auditor, who reads the books for some days and nothing else',
  description: 'The username is made by the product. The answer alone shows the link to set the password.',
  idempotent: true,
  errors: ['conflict'],
  example: { fullname: 'Esi Quaye', email: 'esi@example.com', days: 7 },
  body: NewAuditor,
  created: InvitedAuditor,
});

export const inviteAuditor = endpoint('POST /auditors/:id/invitation', access, {
  summary: 'A new password link for an auditor whose sign-in is open, who is signed out',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  created: InvitedAuditor,
});

export const EndAuditor = z.strictObject({ reason: Reason });

export const endAuditor = endpoint('POST /auditors/:id/end', access, {
  summary: 'End the sign-in of an auditor at once, for good',
  errors: ['not_found', 'conflict'],
  body: EndAuditor,
});

export const auditorEndpoints = {
  listAuditors: auditorList.page,
  exportAuditors: auditorList.file,
  openAuditor,
  inviteAuditor,
  endAuditor,
} as const;
