import { z } from 'zod';
import { DecisionEvent } from '../audit/decision-facts.ts';
import { checkMoneyAtDesk, MONEY_AT_DESK, RECEIVING } from '../clearance/desk.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, MoneySum, Phone } from '../common/fields.ts';
import { formatMoney } from '../common/formats.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { fromPesewas, toPesewas } from '../common/pesewas.ts';
import { ALL_STATES, daysInOrder } from '../payments/payment-list.ts';
import { PaymentSubmission } from '../payments/schemas.ts';
import {
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '../payments/status.ts';
import { LAND_USES } from './words.ts';

const endpoint = endpointsOf('land');
const ofTenants = endpointsOf('tenants');

const { amount, payment_type, transaction_id, network } = PaymentSubmission.shape;

/** A paid thing: a payment type, how much, and the tenancy, plot or application it is for. */
const paidFor = {
  payment_type,
  amount,
  /** Of ground rent, the tenancy whose rent it pays. */
  tenancy_id: Id.optional(),
  plot_id: Id.optional(),
  application_id: Id.optional(),
};
export const LandPaidRow = z.strictObject(paidFor);
export type LandPaidRow = z.infer<typeof LandPaidRow>;

/** More than anybody pays at once, and few enough for one receipt. */
export const MAX_LAND_ROWS = 24;

const sameRow = (one: LandPaidRow, other: LandPaidRow): boolean =>
  one.payment_type.toUpperCase() === other.payment_type.toUpperCase() &&
  one.tenancy_id === other.tenancy_id &&
  one.plot_id === other.plot_id &&
  one.application_id === other.application_id;

/** The pesewas by which rows are more than the money (below zero: less). */
export const overMoney = (given: { amount: string; payments: readonly { amount: string }[] }): bigint =>
  given.payments.reduce((sum, row) => sum + toPesewas(row.amount), 0n) - toPesewas(given.amount);

/** Money that staff received for land: who pays, and each thing that it pays. */
export const ReceivedLandPayment = z
  .strictObject({
    ...MONEY_AT_DESK,
    tenant_id: Id.optional(),
    application_id: Id.optional(),
    plot_id: Id.optional(),
    payments: z
      .array(LandPaidRow)
      .min(1, 'Please add what is paid.')
      .max(MAX_LAND_ROWS, `At most ${MAX_LAND_ROWS} payments in one receipt.`),
  })
  .superRefine((given, context) => {
    checkMoneyAtDesk(given, context);
    const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const payers = [given.tenant_id, given.application_id, given.plot_id].filter((id) => id !== undefined);
    if (payers.length !== 1) say(['tenant_id'], 'Please choose who pays: a tenant, an application or a plot.');
    for (const [index, row] of given.payments.entries()) {
      if (given.payments.slice(0, index).some((before) => sameRow(before, row)))
        say(['payments', index, 'payment_type'], 'This payment is in the list twice.');
    }
    const over = overMoney(given);
    if (over === 0n) return;
    const by = formatMoney(fromPesewas(over < 0n ? -over : over));
    say(['amount'], `The payments are ${by} ${over > 0n ? 'more' : 'less'} than the money received.`);
  });
export type ReceivedLandPayment = z.infer<typeof ReceivedLandPayment>;

export const receiveLandPayment = endpoint('POST /land_payments', 'land.receive', {
  ...RECEIVING,
  errors: [...RECEIVING.errors, 'not_found'],
  summary: 'Receive a transfer, cash or a cheque for land, clear it, and issue one receipt',
  description:
    'All or nothing; a refusal names the row by its index, `body.payments.1.payment_type`. What a cheque pays waits until ' +
    'its bank has paid it. Money of more than seven days ago waits for approval by another person.',
  example: { mode: 'cash', amount: '20.00', plot_id: '1', payments: [{ payment_type: 'CC5000', amount: '20.00' }] },
  body: ReceivedLandPayment,
});

/** A tenancy whose ground rent somebody may pay, with what is owed of it. */
const PayableTenancy = z.object({
  id: Id,
  plot_id: Id,
  plot: z.string(),
  ground_rent: MoneySum,
  /** Below zero: paid ahead. */
  owed: z.string(),
  held_until: Day.nullable(),
});

/** Somebody who pays for land, and what they may pay for. */
export const LandPayer = z.object({
  name: z.string(),
  details: z.string(),
  number: z.string().nullable(),
  zone_id: Id.nullable(),
  land_use: z.enum(LAND_USES).nullable(),
  tenancies: z.array(PayableTenancy),
});
export type LandPayer = z.infer<typeof LandPayer>;

export const getLandPayer = endpoint('GET /land_payers', 'land.money', {
  summary: 'Who pays for land: a tenant, an applicant or a plot, with the tenancies whose rent they may pay',
  errors: ['not_found'],
  query: z.strictObject({ tenant_id: Id.optional(), application_id: Id.optional(), plot_id: Id.optional() }),
  answer: LandPayer,
});

export const getOwnLandPayer = ofTenants('GET /tenant/payer', 'tenant', {
  summary: 'The signed-in tenant as a payer, with the tenancies whose rent they may pay',
  errors: ['not_found'],
  answer: LandPayer,
});

/** A payment of the land side in a list. */
export const LandPayment = z.object({
  id: Id,
  payer_name: z.string(),
  /** The tenant's code or the application, and the plot. */
  payer_details: z.string(),
  tenant_id: Id.nullable(),
  application_id: Id.nullable(),
  plot_id: Id.nullable(),
  tenancy_id: Id.nullable(),
  payment_type: z.string(),
  transaction_date: Day,
  transaction_id: z.string(),
  mode: z.enum(PAYMENT_MODES),
  amount_paid: Money,
  status: z.enum(PAYMENT_STATUSES),
  status_reason: z.string().nullable(),
  /** The number of its receipt, `R000557`; null before it is cleared. */
  receipt: z.string().nullable(),
});
export type LandPayment = z.infer<typeof LandPayment>;

const STATES = [...PAYMENT_STATUSES, ALL_STATES] as const;
const stateLabel = (state: PaymentStatus | typeof ALL_STATES): string =>
  state === ALL_STATES ? 'All states' : PAYMENT_STATUS_LABELS[state];

const columns = [
  columnOf('payer_name', 'Payer', 'name'),
  columnOf('payer_details', 'Details'),
  columnOf('payment_type', 'Payment Code'),
  columnOf('transaction_date', 'Payment Date', 'day', { sort: 'transaction_date' }),
  columnOf('transaction_id', 'Transaction ID', 'transaction'),
  {
    key: 'mode',
    header: 'Mode',
    kind: 'text',
    value: ({ mode }: LandPayment) => PAYMENT_MODE_LABELS[mode],
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'text',
    value: ({ status }: LandPayment) => PAYMENT_STATUS_LABELS[status],
  },
  columnOf('status_reason', 'Reason'),
  columnOf('receipt', 'Receipt'),
  columnOf('amount_paid', 'Amount Paid', 'money'),
] as const;

export const landPaymentList = defineList({
  name: 'land_payments',
  fileName: () => 'land-payments',
  url: '/land_payments',
  access: 'land.money',
  summary: 'Payments for land, the newest first; those that stand (submitted or cleared) unless a status is named',
  description:
    'X-Total-Count and X-Total-Amount are those of the whole filter; X-Waiting-Amount is what waits to be cleared.',
  tags: ['land'],
  totals: 'money',
  row: LandPayment,
  filters: {
    /** A transaction ID, whole or its beginning. */
    search: textFilter('Transaction ID', 40),
    payment_type: fixedFilter('Payment type', z.string().max(20).optional()),
    status: choiceFilter('Status', 'Waiting and cleared', STATES, stateLabel),
    mode: choiceFilter('Mode', 'All modes', PAYMENT_MODES, (mode) => PAYMENT_MODE_LABELS[mode]),
    from: dayFilter('From'),
    to: dayFilter('To'),
    tenant_id: fixedFilter('Tenant', Id.optional()),
    plot_id: fixedFilter('Plot', Id.optional()),
  },
  rule: daysInOrder,
  sorts: ['-transaction_date', 'transaction_date'],
  columns,
});
export const listLandPayments = landPaymentList.page;
export const exportLandPayments = landPaymentList.file;

/** One payment with those of the same receipt and the decisions on it. */
export const LandPaymentRecord = LandPayment.extend({
  created_at: Instant,
  transfer_id: Id.nullable(),
  /** All payments of its receipt, itself among them. */
  together: z.array(z.object({ id: Id, payment_type: z.string(), amount_paid: Money })),
  history: z.array(DecisionEvent),
});
export type LandPaymentRecord = z.infer<typeof LandPaymentRecord>;

export const getLandPayment = endpoint('GET /land_payments/:id', 'land.money', {
  summary: 'One payment for land, with those of the same receipt',
  errors: ['not_found'],
  params: z.strictObject({ id: Id }),
  answer: LandPaymentRecord,
});

/** The signed-in tenant's own payments. */
export const ownLandPaymentList = defineList({
  name: 'own_land_payments',
  fileName: () => 'my-payments',
  url: '/tenant/payments',
  access: 'tenant',
  summary: 'The signed-in tenant’s own payments in every state, the newest first',
  tags: ['tenants'],
  row: LandPayment,
  filters: {},
  sorts: ['-transaction_date', 'transaction_date'],
  columns,
});
export const listOwnLandPayments = ownLandPaymentList.page;
export const exportOwnLandPayments = ownLandPaymentList.file;

/** A tenant's claim of a payment that they sent by MoMo. */
export const TenantClaim = z.strictObject({ ...paidFor, transaction_id, network });
export type TenantClaim = z.infer<typeof TenantClaim>;

export const sendTenantClaim = ofTenants('POST /tenant/payments', 'tenant', {
  summary: 'Claim a payment for land that the signed-in tenant made by MoMo',
  idempotent: true,
  limits: [{ by: 'caller', max: 20, seconds: 60 }],
  errors: ['not_found', 'refused', 'transaction_id_taken'],
  example: { payment_type: 'CC5000', amount: '50.00', transaction_id: '68576000001' },
  body: TenantClaim,
  created: z.object({ success: z.literal(true), message: z.string(), payment_id: Id }),
});

export const sendTenantPrompt = ofTenants('POST /tenant/prompts', 'tenant', {
  summary: 'Ask a phone to approve a payment for land by MoMo',
  description: 'Its state is asked for by its reference, as that of every prompt.',
  idempotent: true,
  limits: [{ by: 'caller', max: 20, seconds: 60 }],
  errors: ['not_found', 'refused', 'conflict'],
  example: { payment_type: 'CC5000', amount: '50.00', payer_number: '0244000001' },
  body: z.strictObject({ ...paidFor, payer_number: Phone }),
  created: z.object({ success: z.literal(true), reference: z.uuid(), message: z.string() }),
});

export const getOwnLandReceipt = ofTenants('GET /tenant/receipts/:id', 'tenant', {
  summary: 'The receipt of one of the signed-in tenant’s own payments, as PDF',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found'],
  params: z.strictObject({ id: Id }),
  file: ['application/pdf'],
});

export const landPaymentEndpoints = {
  receiveLandPayment,
  getLandPayer,
  getOwnLandPayer,
  listLandPayments,
  exportLandPayments,
  getLandPayment,
  listOwnLandPayments,
  exportOwnLandPayments,
  sendTenantClaim,
  sendTenantPrompt,
  getOwnLandReceipt,
} as const;
