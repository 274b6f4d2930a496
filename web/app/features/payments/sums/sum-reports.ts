import {
  addDays,
  formatDay,
  MONTHS,
  modeSums,
  monthSums,
  OFFICE_PAGES,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  periodSums,
  type RowOf,
  type ShownList,
} from '@banbo/contract';

/** A row of any report: `id` is the day, the month or the mode that they sum up. */
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
  /** Rows for the chart, where groups without payments have none in the table. */
  fill?: (rows: readonly SumRow[]) => readonly SumRow[];
  /** The filters that it begins with, by today. */
  usual: (today: string) => Readonly<Record<string, string>>;
};

const ofMode = (id: string): string => {
  const mode = PAYMENT_MODES.find((one) => one === id);
  return mode ? PAYMENT_MODE_LABELS[mode] : id;
};

const NOTHING = { count: 0, amount_paid: '0.00', waiting_count: 0, waiting: '0.00' };

/** A year of days at most have room beside each other. */
const MAX_DAYS = 366;

/** The days from the first to the last of these, so that the chart has no gaps; those with payments alone where they are too many. */
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

/** The reports by the route of each. */
export const SUM_REPORTS = {
  regFees_by_period: {
    list: periodSums as SumList,
    title: OFFICE_PAGES.regFees_by_period.title,
    loading: 'Loading Period Payment...',
    by: 'day',
    short: ({ id }) => formatDay(id).replace(/ \d{4}$/, ''),
    empty: 'No payment is of a day in this period.',
    fill: withEveryDay,
    usual: (today) => ({ from: addDays(today, -30), to: today }),
  },
  regFees_by_month: {
    list: monthSums as SumList,
    title: OFFICE_PAGES.regFees_by_month.title,
    loading: 'Loading Monthly Payment...',
    by: 'month',
    short: ({ id }) => MONTHS[Number(id.slice(5)) - 1]?.slice(0, 3) ?? id,
    empty: 'No payment is of this year.',
    usual: (today) => ({ year: today.slice(0, 4) }),
  },
  regFees_by_mode: {
    list: modeSums as SumList,
    title: OFFICE_PAGES.regFees_by_mode.title,
    loading: 'Loading Payments By Mode...',
    by: 'mode',
    short: ({ id }) => ofMode(id),
    empty: 'No payment is of these days.',
    usual: () => ({}),
  },
} as const satisfies Readonly<Record<string, SumReport>>;

export type SumReportName = keyof typeof SUM_REPORTS;
