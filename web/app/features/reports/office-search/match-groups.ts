import {
  type DriverSummary,
  formatDay,
  formatMoney,
  formatPaidMonth,
  formatPhone,
  fullName,
  isTooShortToSearch,
  type OfficeMatches,
  officeSearch,
  type PaymentRecord,
  type PaymentStatus,
  transactionName,
} from '@banbo/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';

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
};

export type MatchGroup = { label: string; matches: readonly Match[]; hasMore: boolean };

const driverMatch = (driver: DriverSummary): Match => ({
  key: `driver-${driver.id}`,
  to: `/view_driver/${driver.id}`,
  title: fullName(driver),
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
    `${payment.drivers.first_name} ${payment.drivers.last_name}`,
  ],
  status: payment.status,
  isRemoved: false,
});

/** The found records by their kind; a kind of which none is found has no group. */
export const matchGroups = ({ drivers, payments }: OfficeMatches): MatchGroup[] =>
  [
    { label: 'Drivers', matches: (drivers?.rows ?? []).map(driverMatch), hasMore: drivers?.has_more ?? false },
    { label: 'Payments', matches: (payments?.rows ?? []).map(paymentMatch), hasMore: payments?.has_more ?? false },
  ].filter(({ matches }) => matches.length > 0);

/** The pause in typing after which it searches, in milliseconds. */
const PAUSE_MS = 200;

export type SearchState =
  | { kind: 'short' }
  | { kind: 'busy' }
  | { kind: 'failed'; message: string; retry: () => void }
  | { kind: 'found'; groups: readonly MatchGroup[] };

/** Searches the office once typing pauses; a changed text cancels its search. */
export const useOfficeSearch = (typed: string): SearchState => {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const isShort = isTooShortToSearch(text);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(officeSearch, { query: { text: settled } }),
    enabled: !isShort && settled === text,
    // Records change while others work, so nothing is cached.
    staleTime: 0,
    retry: false,
  });
  if (isShort) return { kind: 'short' };
  if (settled !== text || isFetching) return { kind: 'busy' };
  if (error) return { kind: 'failed', message: error.message, retry: () => void refetch() };
  return data ? { kind: 'found', groups: matchGroups(data) } : { kind: 'busy' };
};
