import {
  addDays,
  FIRST_PAYMENT_YEAR,
  type Filters,
  formatDay,
  modeSums,
  monthAbbreviation,
  monthSums,
  OFFICE_PAGES,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  periodSums,
  type RowOf,
  type ShownList,
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
  /** The first filters. */
  usual: (today: string) => Readonly<Record<string, string>>;
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
    usual: (today) => ({ year: today.slice(0, 4) }),
  },
  regFees_by_mode: {
    list: modeSums as SumList,
    title: OFFICE_PAGES.regFees_by_mode.title,
    loading: 'Loading Payments By Mode...',
    by: 'mode',
    short: ({ id }) => ofMode(id),
    empty: 'No payments on these days.',
    usual: () => ({}),
  },
} as const satisfies Readonly<Record<string, SumReport>>;

export type SumReportName = keyof typeof SUM_REPORTS;
