import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, shortText } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { formatPaperCode, MAX_TYPED_CODE } from '../common/paper-code.ts';
import { feeReceipt, MAX_FEE_RECEIPT } from './fee-receipt.ts';
import {
  LAND_DOCUMENT_KIND_LABELS,
  LAND_DOCUMENT_STATUS_LABELS,
  type LandDocumentKind,
  type LandDocumentStatus,
} from './paper-words.ts';

const endpoint = endpointsOf('land');
const tags = ['land'];

export const LAND_DOCUMENT_KINDS = Object.keys(LAND_DOCUMENT_KIND_LABELS) as [LandDocumentKind, ...LandDocumentKind[]];
const STATUSES = Object.keys(LAND_DOCUMENT_STATUS_LABELS) as [LandDocumentStatus, ...LandDocumentStatus[]];

/** A paper in the office’s list. */
export const LandDocument = z.object({
  id: Id,
  /** `AN2026-0001`, `TC2026-0001`, `SL2026-0001`. */
  number: z.string(),
  kind: z.enum(LAND_DOCUMENT_KINDS),
  day: Day,
  plot_id: Id,
  /** `Plot 147, Block B, Nungua Zone 3`, as on the day of issue. */
  plot: z.string(),
  /** Empty for a slip, which names nobody. */
  tenant: z.string(),
  status: z.enum(STATUSES),
  receipt_number: z.string(),
  issued_at: Instant,
  /** Empty for a slip that somebody asked for with a code. */
  issued_by: z.string(),
});
export type LandDocument = z.infer<typeof LandDocument>;

export const landDocumentList = defineList({
  name: 'land papers',
  url: '/land_documents',
  access: 'land.read',
  summary: 'Allocation notes, tenancy certificates and slips, the newest first',
  description: 'The search finds a paper by its number, and the papers of plots by their block and number.',
  tags,
  row: LandDocument,
  filters: {
    kind: choiceFilter('Kind', 'All', LAND_DOCUMENT_KINDS, (kind) => LAND_DOCUMENT_KIND_LABELS[kind]),
    search: { ...textFilter('Number of the paper or plot', 40), isSearch: true },
    plot: fixedFilter('Plot', Id.optional()),
  },
  sorts: ['-day', 'day'],
  columns: [
    columnOf('number', 'Number'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => LAND_DOCUMENT_KIND_LABELS[kind] },
    columnOf('day', 'Issued', 'day', { sort: 'day' }),
    columnOf('plot', 'Plot'),
    columnOf('tenant', 'Tenant', 'name'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => LAND_DOCUMENT_STATUS_LABELS[status] },
    columnOf('receipt_number', 'Receipt'),
    columnOf('issued_by', 'Issued by'),
  ],
  reach: 10_000,
});

/** A paper costs some hundredths of a second to draw. */
const A_MINUTE = [{ by: 'caller', max: 60, seconds: 60 }] as const;

const Issued = Done.extend({ id: Id, number: z.string() });

/** The tenancy of a certificate, or the application of a note. */
export const NewLandDocument = z.strictObject({
  kind: z.enum(['allocation_note', 'tenancy_certificate']),
  subject_id: Id,
});
export type NewLandDocument = z.infer<typeof NewLandDocument>;

export const issueLandDocument = endpoint('POST /land_documents', 'land.write', {
  summary: 'Issue the allocation note of an approved application, or the certificate of a current tenancy',
  description: 'Answers the paper that was issued while its facts are the same; else a new number replaces it.',
  idempotent: true,
  limits: A_MINUTE,
  errors: ['not_found', 'conflict'],
  example: { kind: 'tenancy_certificate', subject_id: '1' },
  body: NewLandDocument,
  created: Issued,
});

export const getLandDocument = endpoint('GET /land_documents/:id/file', 'land.read', {
  summary: 'A paper about land as it was issued, as PDF',
  limits: A_MINUTE,
  errors: ['not_found'],
  file: ['application/pdf'],
});

export const NewPlotSlip = z.strictObject({
  /** Of the fee; empty where none was paid. */
  receipt_number: feeReceipt.default(''),
});
export type NewPlotSlip = z.infer<typeof NewPlotSlip>;

/** A slip's content in sentences that name nobody. */
export const SlipFinding = z.object({
  /** True where nothing is recorded against the plot. */
  is_clear: z.boolean(),
  lines: z.array(z.string()),
});
export type SlipFinding = z.infer<typeof SlipFinding>;

export const addPlotSlip = endpoint('POST /plots/:id/slips', 'land.write', {
  summary: 'Is this plot free? Issues a numbered slip with what is recorded against a plot',
  description:
    'Refused with 409 where the receipt has paid for a slip or a code before, and with 422 where it is none of ours for land, is void or is a year old.',
  idempotent: true,
  limits: A_MINUTE,
  errors: ['not_found', 'conflict', 'refused'],
  example: { receipt_number: 'R000041' },
  body: NewPlotSlip,
  created: Issued.extend({ finding: SlipFinding }),
});

const typedCode = (message: string) => z.string(message).trim().min(1, message).max(MAX_TYPED_CODE, message);

export const AskedSlip = z.strictObject({
  code: typedCode('Please enter the fee code that our office gave you.'),
  zone_id: z.string('Please choose the zone.').min(1, { error: 'Please choose the zone.', abort: true }).pipe(Id),
  block: z.string().trim().max(20, 'A block has at most 20 characters.').default(''),
  plot_number: shortText('plot number', 20),
});
export type AskedSlip = z.infer<typeof AskedSlip>;

export const askLandSlip = endpoint('POST /land_slips', 'public', {
  summary: 'Is this plot free? Asked by anybody with a code of the office, which is good for one slip',
  description: 'Codes that are wrong, used or too old get the same answer. A plot that is not found uses no code up.',
  idempotent: true,
  // Eighty random bits are not found by trying: this bounds what trying costs, and a code's calls.
  limits: [
    { by: { body: 'code', as: 'paper code' }, max: 30, seconds: 86_400 },
    ...perMinute({ caller: 20, address: 20 }),
    { by: 'address', max: 300, seconds: 86_400 },
  ],
  errors: ['refused'],
  example: { code: '7Q2M-XK4D-9H3B-ZT60', zone_id: '1', plot_number: 'P-1' },
  body: AskedSlip,
  created: Done.extend({
    number: z.string(),
    /** As the QR code has it, for the page and the file. */
    code: z.string(),
    day: Day,
    plot: z.string(),
    finding: SlipFinding,
  }),
});

const byCode = z.strictObject({ code: typedCode('Please give the code on the paper.') });

/** Strangers compare papers; this bounds what trying codes costs. */
const CHECKS = [...perMinute({ caller: 60, address: 60 }), { by: 'address', max: 2000, seconds: 86_400 }] as const;

export const getLandSlip = endpoint('GET /land_slips/file', 'public', {
  summary: 'A slip by the code in its QR code, as PDF',
  limits: CHECKS,
  errors: ['not_found'],
  query: byCode,
  file: ['application/pdf'],
});

/** The parts of a paper that its holder may compare. */
export const CheckedLandDocument = z.object({
  number: z.string(),
  kind: z.enum(LAND_DOCUMENT_KINDS),
  day: Day,
  plot: z.string(),
  status: z.enum(STATUSES),
  /** The number of the paper that replaced it. */
  replaced_by: z.string().nullable(),
  /** Initials of the tenant; null for a slip. */
  tenant: z.string().nullable(),
  finding: SlipFinding.nullable(),
});
export type CheckedLandDocument = z.infer<typeof CheckedLandDocument>;

export const checkLandDocument = endpoint('GET /land_documents/check', 'public', {
  summary: 'Is this paper about land one of ours, and does it still hold?',
  description: 'Says nothing but what stands on the paper, and of the tenant the initials alone.',
  limits: CHECKS,
  errors: ['not_found'],
  query: byCode,
  answer: CheckedLandDocument,
});

export const SLIP_CODE_STATE_LABELS = { open: 'Not used', used: 'Used', expired: 'Expired' } as const;
type SlipCodeState = keyof typeof SLIP_CODE_STATE_LABELS;
const SLIP_CODE_STATES = Object.keys(SLIP_CODE_STATE_LABELS) as [SlipCodeState, ...SlipCodeState[]];

/** A code for a slip, made once its fee was paid. */
export const SlipCode = z.object({
  id: Id,
  code: z.string(),
  receipt_number: z.string(),
  plot_id: Id.nullable(),
  /** Empty where the code is good for any plot. */
  plot: z.string(),
  state: z.enum(SLIP_CODE_STATES),
  made_at: Instant,
  made_by: z.string(),
  expires_at: Instant,
  used_at: Instant.nullable(),
  /** The slip’s number; empty before it is used. */
  slip: z.string(),
});
export type SlipCode = z.infer<typeof SlipCode>;

export const slipCodeList = defineList({
  name: 'slip codes',
  url: '/slip_codes',
  // The code is as good as the fee, so that those alone see it who may make it.
  access: 'land.write',
  summary: 'Codes for slips, the newest first',
  tags,
  row: SlipCode,
  filters: {
    state: choiceFilter('State', 'All', SLIP_CODE_STATES, (state) => SLIP_CODE_STATE_LABELS[state]),
  },
  sorts: ['-made_at', 'made_at'],
  columns: [
    { key: 'code', header: 'Code', kind: 'text', value: ({ code }) => formatPaperCode(code) },
    columnOf('receipt_number', 'Receipt'),
    { key: 'state', header: 'State', kind: 'text', value: ({ state }) => SLIP_CODE_STATE_LABELS[state] },
    columnOf('plot', 'Plot'),
    columnOf('made_at', 'Made', 'instant', { sort: 'made_at' }),
    columnOf('made_by', 'Made by'),
    columnOf('expires_at', 'Good until', 'instant'),
    columnOf('used_at', 'Used', 'instant'),
    columnOf('slip', 'Slip'),
  ],
  reach: 10_000,
});

export const NewSlipCode = z.strictObject({
  receipt_number: shortText('number of the receipt', MAX_FEE_RECEIPT).pipe(feeReceipt),
  /** The plot that it is for; null for any. */
  plot_id: Id.nullable().default(null),
});
export type NewSlipCode = z.infer<typeof NewSlipCode>;

export const makeSlipCode = endpoint('POST /slip_codes', 'land.write', {
  summary: 'Make a code with which somebody asks for one slip within 30 days, for the receipt of the fee',
  description: 'Refused with 409 where the receipt has paid for a slip or a code before.',
  idempotent: true,
  limits: A_MINUTE,
  errors: ['conflict', 'not_found', 'refused'],
  example: { receipt_number: 'R000042' },
  body: NewSlipCode,
  created: Done.extend({ id: Id, code: z.string() }),
});

export const landPaperEndpoints = {
  listLandDocuments: landDocumentList.page,
  exportLandDocuments: landDocumentList.file,
  issueLandDocument,
  getLandDocument,
  addPlotSlip,
  askLandSlip,
  getLandSlip,
  checkLandDocument,
  listSlipCodes: slipCodeList.page,
  exportSlipCodes: slipCodeList.file,
  makeSlipCode,
} as const;
