import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Money } from '../common/fields.ts';
import { ClaimLookup, WaitingClaim } from './desk.ts';
import { MAX_PASTED_MESSAGES } from './momo-paste.ts';

const endpoint = endpointsOf('clearance');

/**
 * Of a transaction ID: its claim waits, nobody has claimed it, its money is recorded already, or it
 * is none, or one of two networks.
 */
const CAPTURE_STATES = ['claim', 'no_claim', 'known', 'unclear'] as const;

export const CapturePreview = z.object({
  state: z.enum(CAPTURE_STATES),
  message: z.string(),
  /** The claim that waits for the money; null in any other state. */
  claim: WaitingClaim.nullable(),
  /** The amount of its money as it is recorded; null while there is none. */
  recorded: Money.nullable(),
  /** The ID can be told from another network's only by the network of the account. */
  needs_network: z.boolean(),
});
export type CapturePreview = z.infer<typeof CapturePreview>;

export const previewCaptures = endpoint('POST /payments/preview_captures', 'payments.receive', {
  summary: 'What is known of the transaction IDs of several messages, before their money is captured',
  description: 'Records nothing. The answers come in the order of the IDs, each as the look-up of one ID gives it.',
  body: z.strictObject({ ids: z.array(ClaimLookup).min(1).max(MAX_PASTED_MESSAGES) }),
  answer: z.array(CapturePreview),
});
