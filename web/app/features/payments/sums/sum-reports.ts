import {
  addDays,
  addMonths,
  type Endpoint,
  FIRST_PAYMENT_YEAR,
  type Filters,
  formatDay,
  landSums,
  landSumsPdf,
  modeSums,
  monthAbbreviation,
  monthSums,
  OFFICE_PAGES,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  periodSums,
  type RowOf,
  type ShownList,
  SUMMED_KINDS,
  type SummedKind,
  summedTitle,
} from '@banbo/contract';

/** A row of any report: `id` is its day, month or mode. */
export type SumRow = Omit<RowOf<typeof periodSums>, 'day'>;

type SumList = ShownList & { row: { _output: SumRow } };

/** A report of sums. */
export type SumReport = {
  list: SumList;
  title: string;
  loading: string;
  /** The key of the column that names the groups. */
  by: string;
  /** A group's name below its bars. */
  short: (row: SumRow) => string;
  empty: string;
  /** Adds groups without payments for the chart. */
  fill?: (rows: readonly SumRow[]) => readonly SumRow[];
  /** The filters, where they are not those of the list. */
  filters?: (today: string) => Filters;
  /** The list of the payments that are summed up under some filters, and its name. */
  listed: (filters: SumFilters) => { to: string; label: string };
  /** The address of the payments of a row, where they have one. */
  rowsOf?: (filters: SumFilters, row: SumRow) => string | null;
  /** The report on paper. */
  pdf?: Endpoint;
  /** The first filters. */
  usual: (today: string) => Readonly<Record<string, string>>;
};

type SumFilters = Readonly<Record<string, string>>;

const kindOf = ({ kind }: SumFilters): SummedKind => SUMMED_KINDS.find((one) => one === kind) ?? SUMMED_KINDS[0];

/** The page that lists payments of a kind. */
const pageOfKind = (kind: SummedKind): string => (kind === 'all' ? '/payment_transactions' : `/${kind}`);

const listed = (filters: SumFilters) => ({ to: pageOfKind(kindOf(filters)), label: summedTitle(kindOf(filters)) });

/** Payments for land, by the code, mode or month of a row; none by zone, which their list lacks. */
const landPayments = ({ by, from = '', to = '' }: SumFilters, { id }: SumRow): string | null => {
  const days = (first: string, last: string) => `status=cleared&from=${first}&to=${last}`;
  if (by === 'zone' || by === 'zone_type') return null;
  if (by === 'mode') return `/tenant_transactions?mode=${id}&${days(from, to)}`;
  if (by !== 'month') return `/tenant_transactions?payment_type=${id}&${days(from, to)}`;
  const [first, last] = [`${id}-01`, addDays(`${addMonths(id, 1)}-01`, -1)];
  return `/tenant_transactions?${days(first < from ? from : first, last > to ? to : last)}`;
};

const ofMode = (id: string): string => {
  const mode = PAYMENT_MODES.find((one) => one === id);
  return mode ? PAYMENT_MODE_LABELS[mode] : id;
};

const NOTHING = {
  count: 0,
  reversed_count: 0,
  reversed: '0.00',
  amount_paid: '0.00',
  waiting_count: 0,
  waiting: '0.00',
};

/** The most days that have room side by side. */
const MAX_DAYS = 366;

/** Fills the gaps between days for the chart; not if there are too many days. */
export const withEveryDay = (rows: readonly SumRow[]): readonly SumRow[] => {
  const known = new Map(rows.map((row) => [row.id, row]));
  const last = rows.at(-1)?.id ?? '';
  const days: SumRow[] = [];
  for (let day = rows[0]?.id ?? ''; day !== '' && day <= last; day = addDays(day, 1)) {
    if (days.length === MAX_DAYS) return rows;
    days.push(known.get(day) ?? { id: day, ...NOTHING });
  }
  return days;
};

/** The years that can have payments by now, the newest first. */
export const yearsWithPayments = (today: string): string[] => {
  const last = Math.max(Number(today.slice(0, 4)), FIRST_PAYMENT_YEAR);
  return Array.from({ length: last - FIRST_PAYMENT_YEAR + 1 }, (_, index) => String(last - index));
};

/** The reports by the route of each. */
export const SUM_REPORTS = {
  regFees_by_period: {
    list: periodSums as SumList,
    title: OFFICE_PAGES.regFees_by_period.title,
    loading: 'Loading Period Payment...',
    by: 'day',
    short: ({ id }) => formatDay(id).replace(/ \d{4}$/, ''),
    empty: 'No payments in this period.',
    fill: withEveryDay,
    listed,
    rowsOf: (filters, { id }) => `${pageOfKind(kindOf(filters))}?status=cleared&from=${id}&to=${id}`,
    usual: (today) => ({ from: addDays(today, -30), to: today }),
  },
  regFees_by_month: {
    list: monthSums as SumList,
    title: OFFICE_PAGES.regFees_by_month.title,
    loading: 'Loading Monthly Payment...',
    by: 'month',
    short: ({ id }) => monthAbbreviation(id),
    empty: 'No payments in this year.',
    filters: (today) => {
      const choices = yearsWithPayments(today).map((year) => ({ value: year, label: year }));
      return { ...monthSums.filters, year: { ...monthSums.filters.year, choices } };
    },
    listed,
    usual: (today) => ({ year: today.slice(0, 4) }),
  },
  regFees_by_mode: {
    list: modeSums as SumList,
    title: OFFICE_PAGES.regFees_by_mode.title,
    loading: 'Loading Payments By Mode...',
    by: 'mode',
    short: ({ id }) => ofMode(id),
    empty: 'No payments on these days.',
    listed,
    usual: () => ({}),
  },
  accounts_report: {
    list: landSums as SumList,
    title: OFFICE_PAGES.accounts_report.title,
    loading: 'Loading the report...',
    by: 'name',
    short: (row) =>
      String((row as SumRow & { name?: string }).name ?? row.id)
        .replace(/ \d{4}$/, '')
        .replace(/^(CC\d{4}) .*/, '$1'),
    empty: 'No payments on these days.',
    listed: () => ({ to: '/tenant_transactions', label: 'Payment Transactions' }),
    rowsOf: landPayments,
    pdf: landSumsPdf,
    usual: (today) => ({ by: 'type', from: `${today.slice(0, 4)}-01-01`, to: today }),
  },
} as const satisfies Readonly<Record<string, SumReport>>;

export type SumReportName = keyof typeof SUM_REPORTS;
