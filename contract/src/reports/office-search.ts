import { z } from 'zod';
import { ReceivedMoney } from '../clearance/money-received.ts';
import { endpoint } from '../common/endpoint.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { DriverSummary } from '../drivers/schemas.ts';
import { CourtCaseRow } from '../land/case-list.ts';
import { PlotRow } from '../land/plot-list.ts';
import { TenantRow } from '../land/tenant-list.ts';
import { PaymentRecord } from '../payments/payment-record.ts';
import { Receipt } from '../receipts/endpoints.ts';

/** The most records of a kind that the office's search shows. */
export const OFFICE_SEARCH_MATCHES = 8;

const LEAST_SEARCHED = 2;

/** The longest text that can be searched for: a full name. */
export const MAX_OFFICE_SEARCH = 80;

/** True when a text has too few letters and digits to search the office for. */
export const isTooShortToSearch = (text: string): boolean =>
  text.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_SEARCHED;

export const TOO_SHORT_TO_SEARCH = `Type at least ${LEAST_SEARCHED} letters or digits.`;

/** Records of a kind, and whether more match than these. */
const found = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), has_more: z.boolean() });

/** A receipt in a search. */
const FoundReceipt = Receipt.pick({ id: true, paid_on: true, payer_name: true, amount: true, status: true });

/** Money in a search: what tells one from another. */
const FoundMoney = ReceivedMoney.pick({
  id: true,
  received_on: true,
  transaction_id: true,
  payer_name: true,
  amount: true,
  reference: true,
});

/** A tenant in a search, with what they hold. */
const FoundTenant = TenantRow.pick({
  id: true,
  tenant_code: true,
  fullname: true,
  contact_number: true,
  zones: true,
  indentures: true,
});

/** A plot in a search, with who holds it. */
const FoundPlot = PlotRow.pick({
  id: true,
  zone: true,
  block: true,
  plot_number: true,
  state: true,
  tenant_name: true,
});

/** A court case in a search. */
const FoundCase = CourtCaseRow.pick({ id: true, court: true, suit_number: true, title: true, status: true });

export const OfficeMatches = z.object({
  /** Null for callers who may not search drivers. */
  drivers: found(DriverSummary)
    .extend({
      /** Drivers whom the text nearly names, where few or none begin so. */
      near: z.array(DriverSummary),
    })
    .nullable(),
  /** Null for callers who may not see payments, as are receipts and money. */
  payments: found(PaymentRecord).nullable(),
  receipts: found(FoundReceipt).nullable(),
  money: found(FoundMoney).nullable(),
  /** Null for callers who may not see land, as are plots and court cases. */
  tenants: found(FoundTenant).nullable(),
  plots: found(FoundPlot).nullable(),
  cases: found(FoundCase).nullable(),
});
export type OfficeMatches = z.infer<typeof OfficeMatches>;

export const officeSearch = endpoint('GET /office_search', 'dashboard.read', {
  summary:
    'Drivers, payments, receipts, money, tenants, plots and court cases that begin as typed, for the office’s search box',
  description:
    'Drivers by their code, car number, mobile number or names, by their whole ID number for callers who may read it, and ' +
    'those whom a misheard name or a part of a number nearly names; payments by their transaction ID, or by the whole driver ' +
    'code or car number of their driver; money by its transaction ID, receipts by their number; ' +
    'tenants by their code, name, contact number or an indenture number, plots by their number, court cases by their suit number or a party. ' +
    `At most ${OFFICE_SEARCH_MATCHES} of a kind; a kind that the caller may not see is null.`,
  tags: ['drivers'],
  query: z.strictObject({
    text: z
      .string()
      .trim()
      .max(MAX_OFFICE_SEARCH)
      .refine(isPlainText, unseenIn('The text'))
      .refine((text) => !isTooShortToSearch(text), TOO_SHORT_TO_SEARCH),
  }),
  answer: OfficeMatches,
});
