import { z } from 'zod';
import { DecisionEvent } from '../audit/decision-facts.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, Money } from '../common/fields.ts';
import { Reason } from '../messages/reason.ts';
import { REFUND_STATUSES } from '../refunds/refund-list.ts';
import { Receipt } from './endpoints.ts';

const endpoint = endpointsOf('receipts');

/** Why a receipt of the land side is void: the money of one stays, that of the other never came. */
export const VOID_CAUSES = ['somebody_else', 'never_came'] as const;
export type VoidCause = (typeof VOID_CAUSES)[number];

export const VOID_CAUSE_LABELS = {
  somebody_else: 'Received for somebody else',
  never_came: 'Money never came',
} as const satisfies Record<VoidCause, string>;

/** A receipt of the land side with what it is for, how it was paid and what became of it. */
export const LandReceiptRecord = Receipt.extend({
  lines: z.array(z.object({ text: z.string(), amount: Money })),
  /** The receiver of the money, in words. */
  received_by: z.string().nullable(),
  tenant_id: Id.nullable(),
  application_id: Id.nullable(),
  /** The plot of its first payment. */
  plot_id: Id.nullable(),
  /** The money that paid it. */
  transfer_id: Id.nullable(),
  texted_at: Instant.nullable(),
  voided_at: Instant.nullable(),
  voided_by: z.string().nullable(),
  /** The newest refund of what it is for. */
  refund: z.object({ id: Id, status: z.enum(REFUND_STATUSES) }).nullable(),
  /** The sentence that keeps the caller from making it void; null where they may, or nobody. */
  void_hindrance: z.string().nullable(),
  history: z.array(DecisionEvent),
});
export type LandReceiptRecord = z.infer<typeof LandReceiptRecord>;

export const getLandReceipt = endpoint('GET /land_receipts/:id', 'land.money', {
  summary: 'A receipt of what was paid for land, by its number, with what became of it',
  errors: ['not_found'],
  answer: LandReceiptRecord,
});

export const ReceiptVoided = z.strictObject({
  change: z.literal('void'),
  cause: z.enum(VOID_CAUSES, 'Please say what happened.'),
  reason: Reason,
});

export const voidLandReceipt = endpoint('PATCH /land_receipts/:id', 'payments.reverse', {
  summary: 'Make a receipt of what was paid for land void, with all payments that it is for',
  description:
    'Also needs the permission to see money of land. Money received for somebody else is unallocated again and waits ' +
    'for somebody else to place it; money that never came leaves the books. Refused to whoever received it. A receipt ' +
    'that is void already is refused with 409, which says what became of its money.',
  errors: ['not_found', 'conflict', 'not_permitted'],
  body: ReceiptVoided,
});

export const landReceiptEndpoints = { getLandReceipt, voidLandReceipt } as const;
