/** The records that receipts are of: a driver's payment, or what was paid together for land. */
export const RECEIPT_KINDS = ['payment', 'land payment'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
