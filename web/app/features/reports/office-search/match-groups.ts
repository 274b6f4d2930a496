import {
  COURT_CASE_STATUS_LABELS,
  COURT_LABELS,
  type DriverSummary,
  formatDay,
  formatMoney,
  formatPaidMonth,
  formatPhone,
  formatReceiptNumber,
  fullName,
  isTooShortToSearch,
  type OfficeMatches,
  officeSearch,
  type PaymentRecord,
  type PaymentStatus,
  PLOT_STATE_LABELS,
  plotName,
  type StaffRights,
  shownName,
  transactionName,
} from '@banbo/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';
import type { AskedWork } from '~/lib/asked-work.ts';
import { firstActions, pagesAndActions } from './pages-and-actions.ts';
import { recentMatches } from './recent.ts';

/** A found record: where it is shown, and the words that tell it from others. */
export type Match = {
  key: string;
  to: string;
  title: string;
  details: readonly string[];
  /** The state of a payment. */
  status?: PaymentStatus;
  /** The driver is removed. */
  isRemoved: boolean;
  /** Work that the page begins as it opens. */
  work?: AskedWork;
};

export type MatchGroup = { label: string; matches: readonly Match[]; hasMore: boolean };

const driverMatch = (driver: DriverSummary): Match => ({
  key: `driver-${driver.id}`,
  to: `/view_driver/${driver.id}`,
  title: shownName(fullName(driver)),
  details: [driver.car_number, driver.driver_code, formatPhone(driver.mobile_number)],
  isRemoved: driver.removed_at !== null,
});

const paymentMatch = (payment: PaymentRecord): Match => ({
  key: `payment-${payment.id}`,
  to: `/view_payment/${payment.driver_code}?payment=${payment.id}`,
  title: transactionName(payment.transaction_id),
  details: [
    `${payment.payment_type} ${formatPaidMonth(payment, { short: true })}`.trim(),
    formatMoney(payment.amount_paid),
    formatDay(payment.transaction_date),
    shownName(fullName(payment.drivers)),
  ],
  status: payment.status,
  isRemoved: false,
});

type FoundReceipt = NonNullable<OfficeMatches['receipts']>['rows'][number];

const receiptMatch = ({ id, paid_on, payer_name, amount, status }: FoundReceipt): Match => ({
  key: `receipt-${id}`,
  to: `/receipts?search=${formatReceiptNumber(id)}`,
  title: formatReceiptNumber(id),
  details: [formatMoney(amount), formatDay(paid_on), shownName(payer_name), ...(status === 'void' ? ['void'] : [])],
  isRemoved: false,
});

type FoundMoney = NonNullable<OfficeMatches['money']>['rows'][number];

const moneyMatch = ({ id, transaction_id, amount, received_on, payer_name, reference }: FoundMoney): Match => ({
  key: `money-${id}`,
  to: `/money_received/${id}`,
  title: transactionName(transaction_id),
  details: [formatMoney(amount), formatDay(received_on), shownName(payer_name), reference].filter(
    (text) => text !== '',
  ),
  isRemoved: false,
});

type FoundTenant = NonNullable<OfficeMatches['tenants']>['rows'][number];

const tenantMatch = ({ id, fullname, tenant_code, contact_number, zones, indentures }: FoundTenant): Match => ({
  key: `tenant-${id}`,
  to: `/tenants/${id}`,
  title: shownName(fullname),
  details: [tenant_code, formatPhone(contact_number), zones, indentures].filter((text) => text !== ''),
  isRemoved: false,
});

type FoundPlot = NonNullable<OfficeMatches['plots']>['rows'][number];

const plotMatch = ({ id, state, tenant_name, ...name }: FoundPlot): Match => ({
  key: `plot-${id}`,
  to: `/plots/${id}`,
  title: plotName(name),
  details: [PLOT_STATE_LABELS[state], ...(tenant_name === null ? [] : [shownName(tenant_name)])],
  isRemoved: false,
});

type FoundCase = NonNullable<OfficeMatches['cases']>['rows'][number];

const caseMatch = ({ id, suit_number, court, title, status }: FoundCase): Match => ({
  key: `court-case-${id}`,
  to: `/court_cases/${id}`,
  title: suit_number,
  details: [title, COURT_LABELS[court], COURT_CASE_STATUS_LABELS[status]],
  isRemoved: false,
});

const groupOf = <Row>(
  label: string,
  found: { rows: readonly Row[]; has_more: boolean } | null,
  matchOf: (row: Row) => Match,
): MatchGroup => ({ label, matches: (found?.rows ?? []).map(matchOf), hasMore: found?.has_more ?? false });

/** Groups with matches: a kind of which none is found has none. */
const filledGroups = (groups: readonly MatchGroup[]): MatchGroup[] =>
  groups.filter(({ matches }) => matches.length > 0);

/** The found records by their kind, and last the drivers whom the text only nearly names. */
const matchGroups = (
  { drivers, payments, receipts, money, tenants, plots, cases }: OfficeMatches,
  pages: MatchGroup,
): MatchGroup[] =>
  filledGroups([
    groupOf('Drivers', drivers, driverMatch),
    groupOf('Payments', payments, paymentMatch),
    groupOf('Receipts', receipts, receiptMatch),
    groupOf('Money received', money, moneyMatch),
    groupOf('Tenants', tenants, tenantMatch),
    groupOf('Plots', plots, plotMatch),
    groupOf('Court cases', cases, caseMatch),
    pages,
    groupOf('Similar', drivers && { rows: drivers.near, has_more: false }, driverMatch),
  ]);

/** The pause in typing after which it searches, in milliseconds. */
const PAUSE_MS = 200;

export type SearchState = { groups: readonly MatchGroup[] } & (
  | { kind: 'empty' | 'short' | 'busy' | 'found' }
  | { kind: 'failed'; message: string; retry: () => void }
);

/**
 * Searches the office once typing pauses; a changed text cancels its search. Pages and actions are
 * there at once, and what was opened last while nothing is typed.
 */
export const useOfficeSearch = (typed: string, person: StaffRights, findsRecords: boolean): SearchState => {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const isShort = isTooShortToSearch(text);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(officeSearch, { query: { text: settled } }),
    enabled: findsRecords && !isShort && settled === text,
    // Records change while others work, so nothing is cached.
    staleTime: 0,
    retry: false,
  });
  if (text === '') {
    const recent = { label: 'Recent', matches: recentMatches(), hasMore: false };
    const actions = { label: 'Actions', matches: firstActions(person), hasMore: false };
    return { kind: 'empty', groups: filledGroups([recent, actions]) };
  }
  const pages = { label: 'Pages and actions', matches: pagesAndActions(person, text), hasMore: false };
  const here = filledGroups([pages]);
  if (isShort) return { kind: 'short', groups: [] };
  if (!findsRecords) return { kind: 'found', groups: here };
  if (settled !== text || isFetching) return { kind: 'busy', groups: here };
  if (error) return { kind: 'failed', groups: here, message: error.message, retry: () => void refetch() };
  return data ? { kind: 'found', groups: matchGroups(data, pages) } : { kind: 'busy', groups: here };
};
