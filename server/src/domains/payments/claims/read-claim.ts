import { findTransactionId, type Network, type PaymentSubmission } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';

/** A submission whose `transaction_id` is the ID alone, in uppercase. */
export type Claim = Omit<PaymentSubmission, 'network'>;

/**
 * Finds the transaction ID in what was typed or pasted, by the form that the networks' IDs have. Refuses a text without one
 * at its field with 400 `invalid_input`.
 */
export const readClaim = ({ network, ...submission }: PaymentSubmission, networks: readonly Network[]): Claim => {
  const { id, problem } = findTransactionId(submission.transaction_id, networks, network);
  if (id !== null) return { ...submission, transaction_id: id };
  throw new Refusal('invalid_input', problem, { issues: [{ path: 'body.transaction_id', message: problem }] });
};
