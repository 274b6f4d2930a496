import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';
import { MAX_TYPED_CODE } from '../common/paper-code.ts';
import { PAYMENT_MODE_LABELS, PAYMENT_MODES } from '../payments/status.ts';
import { formatReceiptNumber } from './code.ts';

const endpoint = endpointsOf('receipts');
const tags = ['receipts'];

const RECEIPT_STATUSES = ['issued', 'void'] as const;
export const RECEIPT_STATUS_LABELS = { issued: 'Issued', void: 'Void' } as const;

/** The sentence for a code that no receipt has. */
export const UNKNOWN_RECEIPT_CODE =
  'No receipt has this code. Compare it with the one on the receipt, and contact us if they are the same.';
/** The sentence for a payment or number without a receipt. */
export const NO_RECEIPT = 'There is no receipt for this. Only cleared payments have one.';

/** A receipt in the list of staff. */
export const Receipt = z.object({
  /** Its number without the R and zeros that people see. */
  id: Id,
  paid_on: Day,
  issued_at: Instant,
  payer_name: z.string(),
  payer_details: z.string(),
  mode: z.enum(PAYMENT_MODES),
  transaction_id: z.string(),
  amount: Money,
  status: z.enum(RECEIPT_STATUSES),
  /** Why it is void; null for an issued one. */
  void_reason: z.string().nullable(),
  /** The payment that it is of. */
  payment_id: Id.nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

const listed = {
  tags,
  row: Receipt,
  filters: {
    /** A receipt's number or a transaction ID, whole. */
    search: textFilter('Number or transaction ID', 40),
    status: choiceFilter('Status', 'Issued and void', RECEIPT_STATUSES, (status) => RECEIPT_STATUS_LABELS[status]),
  },
  sorts: ['-number', 'number'],
  columns: [
    {
      key: 'number',
      header: 'Receipt',
      kind: 'text',
      value: ({ id }: Receipt) => formatReceiptNumber(id),
      sort: 'number',
      sortedAs: 'instant',
    },
    columnOf('paid_on', 'Paid on', 'day'),
    columnOf('payer_name', 'Payer', 'name'),
    columnOf('payer_details', 'Details'),
    { key: 'mode', header: 'Mode', kind: 'text', value: ({ mode }: Receipt) => PAYMENT_MODE_LABELS[mode] },
    columnOf('transaction_id', 'Transaction ID', 'transaction'),
    columnOf('amount', 'Amount', 'money'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }: Receipt) => RECEIPT_STATUS_LABELS[status] },
    columnOf('void_reason', 'Reason'),
  ],
  reach: 10_000,
} as const;

export const receiptList = defineList({
  ...listed,
  name: 'receipts',
  url: '/receipts',
  access: 'payments.read',
  summary: 'Receipts of drivers’ payments, the newest first',
});
export const landReceiptList = defineList({
  ...listed,
  name: 'land_receipts',
  fileName: () => 'land-receipts',
  url: '/land_receipts',
  access: 'land.money',
  summary: 'Receipts of what was paid for land, the newest first',
});
export const listReceipts = receiptList.page;
export const exportReceipts = receiptList.file;
export const listLandReceipts = landReceiptList.page;
export const exportLandReceipts = landReceiptList.file;

/** A document costs some hundredths of a second to draw. */
const DRAWN = [{ by: 'caller', max: 60, seconds: 60 }] as const;
const pdf = { limits: DRAWN, errors: ['not_found'], file: ['application/pdf'] } as const;

export const getReceiptPdf = endpoint('GET /receipts/:id/pdf', 'payments.read', {
  ...pdf,
  summary: 'A receipt by its number, as PDF',
});

export const getPaymentReceipt = endpoint('GET /payment_receipts/:id', 'payments.read', {
  ...pdf,
  summary: 'The receipt of a payment, as PDF',
});

/** More payments than one transfer pays at the desk. */
const MAX_PRINTED = 30;

export const printReceipts = endpoint('GET /print_receipts', 'payments.receive', {
  ...pdf,
  summary: 'The receipts of payments received together, as one PDF for 80 mm paper',
  query: z.strictObject({
    /** Record numbers with commas between. */
    payment_ids: z
      .string()
      .regex(new RegExp(`^\\d{1,18}(,\\d{1,18}){0,${MAX_PRINTED - 1}}$`), 'Give the payments’ record numbers.'),
  }),
});

export const getLandReceiptPdf = endpoint('GET /land_receipts/:id/pdf', 'land.money', {
  ...pdf,
  summary: 'A receipt of what was paid for land, by its number, as PDF',
});

export const printLandReceipt = endpoint('GET /land_receipts/:id/print', 'land.money', {
  ...pdf,
  summary: 'A receipt of what was paid for land, as PDF for 80 mm paper',
});

export const textLandReceipt = endpoint('POST /land_receipts/:id/text', 'land.receive', {
  summary: 'Text the receipt of what was paid for land to its payer, once',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  created: Done,
});

export const textReceipt = endpoint('POST /text_receipts', 'payments.receive', {
  summary: 'Text the receipts of payments to their drivers, each once',
  description: 'Says when it was if they were texted before. Refused with 409 for void receipts and removed drivers.',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ payment_ids: z.array(Id).min(1).max(MAX_PRINTED) }),
});

export const getOwnReceipt = endpoint('GET /member/receipts/:payment_id/pdf', 'member', {
  ...pdf,
  summary: 'The receipt of one of the signed-in member’s payments, as PDF',
  tags: ['members'],
  params: z.object({ payment_id: Id }),
});

/** The parts of a receipt that its holder may compare. */
export const VerifiedReceipt = z.object({
  /** As it is printed: `R000123`. */
  number: z.string(),
  paid_on: Day,
  amount: Money,
  /** The first name and the last name's initial. */
  payer: z.string(),
  is_void: z.boolean(),
});
export type VerifiedReceipt = z.infer<typeof VerifiedReceipt>;

export const verifyReceipt = endpoint('GET /verify_receipt/:code', 'public', {
  summary: 'Is this receipt one of ours?',
  description: 'Says nothing but what stands on the receipt, and of the name only a part.',
  // Eighty random bits are not found by trying; this bounds what trying costs.
  limits: [...perMinute({ caller: 60, address: 60 }), { by: 'address', max: 2000, seconds: 86_400 }],
  errors: ['not_found'],
  params: z.object({ code: z.string().min(1).max(MAX_TYPED_CODE) }),
  answer: VerifiedReceipt,
});

export const receiptEndpoints = {
  listReceipts,
  exportReceipts,
  listLandReceipts,
  exportLandReceipts,
  getLandReceiptPdf,
  printLandReceipt,
  textLandReceipt,
  getReceiptPdf,
  getPaymentReceipt,
  printReceipts,
  textReceipt,
  getOwnReceipt,
  verifyReceipt,
} as const;
