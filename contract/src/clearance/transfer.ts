/** How a transfer first became known: captured by hand, received at the desk, on a statement, or paid by prompt. */
export const TRANSFER_SOURCES = ['capture', 'desk', 'statement', 'prompt'] as const;
export type TransferSource = (typeof TRANSFER_SOURCES)[number];

/** `open → matched`, and back when its payments are reversed; `open → dismissed` with a reason, and back. */
export const TRANSFER_STATUSES = ['open', 'matched', 'dismissed'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

type Doubt = { amount: string; statement_amount: string | null; difference_accepted: boolean };

/** True while nobody has settled that a statement shows another amount for the money. */
export const isDoubted = ({ amount, statement_amount, difference_accepted }: Doubt): boolean =>
  statement_amount !== null && statement_amount !== amount && !difference_accepted;
