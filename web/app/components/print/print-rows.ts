import { type Endpoint, type Filters, formatDay, MAX_PAGE_SIZE, type RowOf, type ShownList } from '@banbo/contract';
import { type CallInput, callList, type ListPage } from '~/lib/api/api.ts';
import { askedOf, type ListAddress } from '../data-table/list-state.ts';

/** The most rows that are printed: about 150 sheets. A longer list is saved as a file. */
export const MOST_PRINTED = 5_000;

export type PrintedRows<Row> = ListPage<Row> & {
  /** True where the filter has more rows than are printed. */
  hasMore: boolean;
};

type Address = Pick<ListAddress<ShownList>, 'sort' | 'filters'>;

/** Fetches all rows of a filter in its order, up to the most that are printed. */
export const fetchPrintedRows = async <L extends ShownList>(
  list: L,
  address: Address,
  onShare: (share: number) => void,
): Promise<PrintedRows<RowOf<L>>> => {
  const most = Math.min(MOST_PRINTED, list.reach ?? MOST_PRINTED);
  const rows: RowOf<L>[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...askedOf(address), page, size: MAX_PAGE_SIZE };
    const asked = { query } as unknown as CallInput<Endpoint>;
    // Each page is asked for after the one before, so that printing slows nobody else down.
    const answer = (await callList(list.page as Endpoint, asked)) as ListPage<RowOf<L>>;
    rows.push(...answer.rows.slice(0, most - rows.length));
    const isLast = answer.rows.length < MAX_PAGE_SIZE || rows.length >= most;
    onShare(isLast ? 1 : rows.length / Math.min(most, Math.max(answer.count, rows.length + 1)));
    if (isLast)
      return { ...answer, rows, hasMore: rows.length < answer.count || (answer.isCut && rows.length >= most) };
  }
};

/** The filter in words: `Status: Cleared · From: 1 Nov 2026`; '' where all rows are shown. */
export const filterInWords = (filters: Filters, values: Readonly<Record<string, string>>): string =>
  Object.entries(filters)
    .flatMap(([name, { kind, label, choices }]) => {
      const value = values[name] ?? '';
      if (value === '' || kind === 'fixed') return [];
      const chosen = choices?.find((choice) => choice.value === value)?.label ?? value;
      return [`${label}: ${kind === 'day' ? formatDay(value) : chosen}`];
    })
    .join(' · ');
