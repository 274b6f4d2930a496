import type { OfficePath } from '@banbo/contract';
import { Link } from 'react-router';
import { EmptyState } from '~/components/trouble/states.tsx';
import { headed, type Shown, under } from './shown.ts';

const feePayments = headed(() => import('~/features/payments/list/payment-table.tsx').then((m) => m.FeePayments));
const paymentSums = headed(() => import('~/features/payments/sums/sum-screen.tsx').then((m) => m.PaymentSums));
const editPrice = headed(() => import('~/features/prices/yearly/price-forms.tsx').then((m) => m.EditPrice));
const viewPrice = headed(() => import('~/features/prices/yearly/yearly-prices.tsx').then((m) => m.ViewPrice));

/** The screens of payments. */
export const PAYMENT_SCREENS = {
  receive_payments: under(
    () => import('~/features/clearance/desk/receive/receive-form.tsx').then((m) => m.ReceiveForm),
    {
      lead: 'Money at the desk, for one driver or several. It is cleared at once; a cheque once its bank has paid it.',
      links: [['own_cash', 'My cash today']],
    },
  ),
  capture_momo: under(() => import('~/features/clearance/desk/capture/capture-form.tsx').then((m) => m.CaptureForm), {
    lead: 'Record what the MoMo account really received.',
  }),
  payment_clearance: headed(() =>
    import('~/features/clearance/decisions/clearance-screen.tsx').then((m) => m.ClearanceScreen),
  ),
  money_received: under(() => import('~/features/clearance/received/money-table.tsx').then((m) => m.MoneyTable), {
    about: 'Everything that reached the company’s accounts, and what it paid.',
    links: [['payment_clearance', 'Payment Clearance']],
  }),
  'money_received/:id': headed(() => import('~/features/clearance/received/money-page.tsx').then((m) => m.MoneyPage)),
  cash_by_day: headed(() => import('~/features/clearance/cash/cash-screen.tsx').then((m) => m.CashScreen)),
  own_cash: headed(() => import('~/features/clearance/cash/cash-screen.tsx').then((m) => m.OwnCashScreen)),
  refunds: under(() => import('~/features/refunds/refund-table.tsx').then((m) => m.RefundTable), {
    about: 'Money that goes back to whoever paid it: asked for by one person, approved by another, then paid.',
    links: [['money_received', 'Money Received']],
  }),
  'refunds/:id': headed(() => import('~/features/refunds/refund-page.tsx').then((m) => m.RefundPage)),
  waivers: under(() => import('~/features/payments/waivers/waiver-table.tsx').then((m) => m.WaiverTable), {
    about: 'Fees that were waived or written off: by whom, why and how much.',
    links: [
      ['arrears', 'Arrears'],
      ['approvals', 'Approvals'],
    ],
  }),
  statement_import: under(
    () => import('~/features/clearance/statements/statement-import.tsx').then((m) => m.StatementImportPage),
    {
      about: 'Money on the company’s accounts, matched to what drivers say they paid.',
      links: [['payment_clearance', 'Payment Clearance']],
    },
  ),
  'statement_import/:id': headed(() =>
    import('~/features/clearance/statements/statement-import.tsx').then((m) => m.StatementPage),
  ),
  prompts: under(() => import('~/features/clearance/prompt-table.tsx').then((m) => m.PromptTable), {
    about:
      'Payments that phones were asked to approve. A prompt without an answer may still have been paid: look for it on the statement.',
  }),
  registration_fees: feePayments,
  subscriptions: feePayments,
  device_payments: feePayments,
  payment_transactions: feePayments,
  regFees_by_period: paymentSums,
  regFees_by_month: paymentSums,
  regFees_by_mode: paymentSums,
  view_payment: headed(() => import('~/features/payments/list/payment-table.tsx').then((m) => m.FindPayments)),
  'view_payment/:driver_code': headed(() =>
    import('~/features/payments/history/driver-payments.tsx').then(({ PaymentHistory }) => ({ driver_code }) => (
      <PaymentHistory key={driver_code} driverCode={driver_code} />
    )),
  ),
  arrears: headed(() => import('~/features/payments/arrears/arrears-table.tsx').then((m) => m.ArrearsPage)),
  reminders: under(() => import('~/features/payments/reminders/reminders-screen.tsx').then((m) => m.RemindersScreen), {
    lead: 'Text messages to drivers who owe for past months. Read them before they go.',
    fallback: '/arrears',
  }),
  payment_types: under(() => import('~/features/prices/types/payment-types.tsx').then((m) => m.PaymentTypeTable), {
    add: ['add_payment_type', 'Add payment type'],
  }),
  add_payment_type: under(
    () =>
      import('~/features/prices/types/payment-type-form.tsx').then(({ PaymentTypeForm }) => () => (
        <PaymentTypeForm entry={null} />
      )),
    { lead: 'What people pay for, and when they owe it.' },
  ),
  'edit_payment_type/:id': headed(() =>
    import('~/features/prices/types/payment-type-form.tsx').then((m) => m.EditPaymentType),
  ),
  view_payment_type: under(async () => () => (
    <EmptyState>
      <p>Select payment type</p>
      <Link to="/payment_types">See all payment types</Link>
    </EmptyState>
  )),
  'view_payment_type/:id': headed(() =>
    import('~/features/prices/types/payment-types.tsx').then((m) => m.ViewPaymentType),
  ),
  payment_list: under(() => import('~/features/prices/yearly/yearly-prices.tsx').then((m) => m.PriceTable), {
    add: ['add_payment_list', 'Add Payment List'],
  }),
  add_payment_list: under(() => import('~/features/prices/yearly/price-forms.tsx').then((m) => m.PriceAddForm), {
    lead: 'What a payment type costs in a year.',
  }),
  'edit_payment_list/:id': editPrice,
  'edit_yearly_payment/:id': editPrice,
  'view_payment_list/:id': viewPrice,
  'view_yearly_payment/:id': viewPrice,
  receipts: under(() => import('~/features/receipts/receipt-table.tsx').then((m) => m.ReceiptTable), {
    about: 'One for each cleared payment, numbered without gaps. Reversing a payment makes its receipt void.',
  }),
} as const satisfies Partial<Record<OfficePath, Shown>>;
