import { z } from 'zod';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../books/attachments.ts';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Money, PositiveMoney, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter } from '../common/lists/filters.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import { PAYMENT_MODE_LABELS, PAYMENT_MODES } from '../payments/status.ts';
import { MISSING_REFERENCE } from '../refunds/endpoints.ts';
import { payoutSteps, REFUND_STATUS_LABELS, REFUND_STATUSES } from '../refunds/refund-list.ts';
import { BENEFICIARIES, BENEFICIARY_LABELS } from './shares.ts';

const endpoint = endpointsOf('land');

/** `asked → approved | refused`, `approved → paid | withdrawn`, as refunds have them. */
export const SHARE_PAYOUT_STATUSES = REFUND_STATUSES;
export type SharePayoutStatus = (typeof SHARE_PAYOUT_STATUSES)[number];
export const SHARE_PAYOUT_STATUS_LABELS = REFUND_STATUS_LABELS;

/** A payout of a share. People of the office are given by their names. */
export const SharePayout = z.object({
  id: Id,
  /** `SP2026-0001`. */
  number: z.string(),
  beneficiary: z.enum(BENEFICIARIES),
  amount: Money,
  mode: z.enum(PAYMENT_MODES),
  paid_to: z.string(),
  reason: z.string(),
  ...payoutSteps,
  /** The name of the receipt that the payee signed. */
  receipt_name: z.string().nullable(),
  /** The day on which its money came back, and why. */
  came_back_on: Day.nullable(),
  came_back_reason: z.string().nullable(),
});
export type SharePayout = z.infer<typeof SharePayout>;

export const sharePayoutList = defineList({
  name: 'share_payouts',
  fileName: () => 'payouts-of-shares',
  url: '/share_payouts',
  access: 'land.money',
  summary: 'Payouts of the shares of stool land revenue, the newest first',
  tags: ['land'],
  row: SharePayout,
  filters: {
    beneficiary: choiceFilter('Share of', 'All', BENEFICIARIES, (name) => BENEFICIARY_LABELS[name]),
    status: choiceFilter('State', 'All', SHARE_PAYOUT_STATUSES, (status) => SHARE_PAYOUT_STATUS_LABELS[status]),
    from: dayFilter('Asked from'),
    to: dayFilter('Asked to'),
  },
  sorts: ['-asked_at', 'asked_at'],
  columns: [
    columnOf('asked_at', 'Asked', 'instant', { sort: 'asked_at' }),
    columnOf('number', 'Number'),
    { key: 'beneficiary', header: 'Share of', kind: 'text', value: (row) => BENEFICIARY_LABELS[row.beneficiary] },
    columnOf('paid_to', 'To'),
    columnOf('reason', 'For'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => SHARE_PAYOUT_STATUS_LABELS[status] },
    { key: 'mode', header: 'Paid By', kind: 'text', value: ({ mode }) => PAYMENT_MODE_LABELS[mode] },
    columnOf('reference', 'Reference'),
    columnOf('paid_on', 'Paid On', 'day'),
    columnOf('asked_by', 'Asked By'),
    columnOf('approved_by', 'Approved By'),
    columnOf('ended_by', 'Paid or Ended By'),
    columnOf('status_reason', 'Answer'),
    columnOf('came_back_on', 'Came Back', 'day'),
    columnOf('amount', 'Amount', 'money'),
  ],
  reach: 10_000,
});
export const listSharePayouts = sharePayoutList.page;
export const exportSharePayouts = sharePayoutList.file;

export const SharePayoutAsked = z.strictObject({
  beneficiary: z.enum(BENEFICIARIES, 'Please choose whose share is paid out.'),
  amount: PositiveMoney,
  mode: z.enum(PAYMENT_MODES, 'Please choose how it is paid.'),
  paid_to: shortText('person or office that it is paid to', 120),
  /** Its purpose, such as the months whose shares it pays. */
  reason: Reason,
});
export type SharePayoutAsked = z.infer<typeof SharePayoutAsked>;

export const askSharePayout = endpoint('POST /share_payouts', 'land.receive', {
  summary: 'Ask for a payout of a share of stool land revenue',
  description:
    'Never more than is held and no other payout waits for. It waits for another person who may receive payments for ' +
    'land; where there is nobody else it is approved at once and marked as decided alone.',
  idempotent: true,
  errors: ['conflict', 'refused'],
  example: { beneficiary: 'stool', amount: '20.00', mode: 'bank', paid_to: 'Nungua Stool', reason: 'Of October' },
  body: SharePayoutAsked,
  created: Done.extend({ payout_id: Id }),
});

export const SharePayoutRecord = SharePayout.extend({
  /** The approval that waits. */
  approval_id: Id.nullable(),
  /** Why the caller may not note that it was paid; null where they may, or nobody does. */
  payout_hindrance: z.string().nullable(),
  /** Its entry in the books. */
  entry: Id.nullable(),
});
export type SharePayoutRecord = z.infer<typeof SharePayoutRecord>;

export const showSharePayout = endpoint('GET /share_payouts/:id', 'land.money', {
  summary: 'A payout of a share with everybody who took part in it',
  errors: ['not_found'],
  answer: SharePayoutRecord,
});

export const SharePayoutChange = z
  .strictObject({
    change: z.enum(['pay', 'withdraw', 'come_back']),
    /** Of `pay`: its transaction ID, the bank’s reference or the cheque; cash has the number. */
    reference: z
      .string()
      .trim()
      .toUpperCase()
      .min(3, MISSING_REFERENCE)
      .max(60)
      .refine(isPlainText, unseenIn('The reference'))
      .optional(),
    /** Of `pay`. */
    paid_on: Day.optional(),
    /** Of `withdraw` and `come_back`. */
    reason: Reason.optional(),
  })
  .superRefine(({ change, paid_on, reason }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (change === 'pay' && paid_on === undefined) say('paid_on', 'Please enter the day on which it was paid.');
    if (change !== 'pay' && reason === undefined) say('reason', 'Please give the reason in a few words.');
  });
export type SharePayoutChange = z.infer<typeof SharePayoutChange>;

export const changeSharePayout = endpoint('PATCH /share_payouts/:id', 'land.receive', {
  summary: 'Note that an approved payout of a share was paid, withdraw it, or note that its money came back',
  description:
    'Noted by somebody else than who asked for it, and posted on the day on which it was paid. Money that came back is ' +
    'noted by somebody who neither asked for it nor paid it, and posted today.',
  errors: ['not_found', 'conflict', 'refused', 'not_permitted', 'invalid_input'],
  params: z.strictObject({ id: Id }),
  body: SharePayoutChange,
});

export const getShareVoucher = endpoint('GET /share_payouts/:id/voucher', 'land.money', {
  summary: 'The voucher of an approved or paid payout, to be signed, as PDF',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found', 'conflict'],
  file: ['application/pdf'],
});

export const addShareReceipt = endpoint('POST /share_payouts/:id/receipt', 'land.receive', {
  summary: 'Attach the receipt that the payee signed, as a PDF or a picture',
  description: 'Once, to a payout that was paid. Pictures are stored as JPEG without metadata, PDFs as they are.',
  idempotent: true,
  maxFileBytes: MAX_ATTACHMENT_BYTES,
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found', 'conflict', 'too_large', 'unsupported_media', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
  body: z.strictObject({ file: z.file('Please choose a file.') }),
  created: Done,
});

export const getShareReceipt = endpoint('GET /share_payouts/:id/receipt', 'land.money', {
  summary: 'The receipt that the payee signed, to be saved',
  errors: ['not_found'],
  file: [...ATTACHMENT_TYPES],
});

export const sharePayoutEndpoints = {
  listSharePayouts,
  exportSharePayouts,
  askSharePayout,
  showSharePayout,
  changeSharePayout,
  getShareVoucher,
  addShareReceipt,
  getShareReceipt,
} as const;
