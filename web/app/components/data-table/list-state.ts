import { DEFAULT_PAGE_SIZE, type Endpoint, type RowOf, type ShownList } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type CallInput, callList, type ListPage } from '~/lib/api/api.ts';
import { keyOf } from '~/lib/api/query-client.ts';
import { PAGE_SIZES } from './pagination.tsx';

const MAX_PAGE = 10_000_000;

/** The parts of a list's address that change; null or '' removes a part. */
export type AddressChanges = Readonly<Record<string, string | number | null>>;

type Filters<L extends ShownList> = Readonly<Record<keyof L['filters'] & string, string>>;

/** A list's state as its address has it; an absent filter is ''. */
export type ListAddress<L extends ShownList> = {
  page: number;
  size: number;
  sort: string;
  filters: Filters<L>;
  /** False if rows cannot be sorted; `sort` is then the usual order, or ''. */
  isSortable: boolean;
  isFiltered: boolean;
};

type Options<L extends ShownList> = {
  usualSize?: number;
  /** Filters that the screen sets, over those of the address. */
  fixed?: Partial<Filters<L>>;
  /** Filters that apply if the address names none. */
  usual?: Partial<Filters<L>>;
};

type Texts = Partial<Record<string, string>>;

const wholeNumber = (text: string | null): number | null => (text && /^\d{1,8}$/.test(text) ? Number(text) : null);

/** Reads a list's state from an address; values that the definition refuses count as absent. */
export const readAddress = <L extends ShownList>(
  list: L,
  query: URLSearchParams,
  { usualSize = DEFAULT_PAGE_SIZE, fixed = {}, usual = {} }: Options<L> = {},
): ListAddress<L> => {
  const asked = wholeNumber(query.get('size'));
  const given = Object.entries(list.filters).map(([name, { schema }]): [string, string] => {
    const text = (fixed as Texts)[name] ?? query.get(name) ?? '';
    return [name, text !== '' && schema.safeParse(text).success ? text : ((usual as Texts)[name] ?? '')];
  });
  const filters = Object.fromEntries(given) as Filters<L>;
  const isSortable = list.sorts.length > 0 && !list.hasOwnOrder?.(filters);
  const usualSort = list.sorts[0] ?? '';
  return {
    page: Math.min(Math.max(1, wholeNumber(query.get('page')) ?? 1), MAX_PAGE),
    size: PAGE_SIZES.find((one) => one === asked) ?? usualSize,
    sort: (isSortable && list.sorts.find((one) => one === query.get('sort'))) || usualSort,
    filters,
    isSortable,
    isFiltered: given.some(([name, text]) => text !== ((usual as Texts)[name] ?? '') && !(name in fixed)),
  };
};

export const changeAddress = (query: URLSearchParams, changes: AddressChanges): URLSearchParams => {
  const after = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') after.delete(name);
    else after.set(name, String(value));
  }
  return after;
};

/** The query's filters and order, for pages and files alike. */
export const askedOf = ({ sort, filters }: Pick<ListAddress<ShownList>, 'sort' | 'filters'>): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...filters, sort }).filter(([, text]) => text !== ''));

/** A page of a list, and how many rows stand before it. */
export type PageOfList<Row> = ListPage<Row> & { before: number };

/** Milliseconds between two reads of a page while one of its rows is in progress. */
const GOING_ON_MS = 2_000;

/** How a page of a list is kept up to date. */
export type Following<Row> = {
  /** Reads the page anew each time it is opened, since its rows may have changed. */
  isLive?: boolean;
  /** Reads the page again at this interval, in milliseconds, while it is on the screen. */
  refreshMs?: number;
  /** True of a row that will change by itself; such a page is read every two seconds. */
  goesOn?: (row: Row) => boolean;
};

export const listQuery = <L extends ShownList>(
  list: L,
  address: ListAddress<L>,
  { isLive = false, refreshMs, goesOn }: Following<RowOf<L>> = {},
) => {
  const query = { ...askedOf(address), page: address.page, size: address.size };
  return queryOptions({
    queryKey: keyOf(list.page, { query }),
    queryFn: async ({ signal }): Promise<PageOfList<RowOf<L>>> => {
      const page = await callList(list.page as Endpoint, { query, signal } as unknown as CallInput<Endpoint>);
      return { ...(page as ListPage<RowOf<L>>), before: (address.page - 1) * address.size };
    },
    placeholderData: keepPreviousData,
    ...(isLive && { staleTime: 0 }),
    refetchInterval: ({ state }) => refreshMs ?? (goesOn && state.data?.rows.some(goesOn) ? GOING_ON_MS : false),
  });
};

type UseListStateOptions<L extends ShownList> = {
  usualSize?: number;
  fixed?: Partial<ListAddress<L>['filters']>;
  usual?: Partial<ListAddress<L>['filters']>;
};

/** A list's page, size, sort and filters, kept in the address for links and Back. */
export const useListState = <L extends ShownList>(list: L, options: UseListStateOptions<L> = {}) => {
  const [query, setQuery] = useSearchParams();
  const address = readAddress(list, query, options);
  // A change that comes before the page shows the one before it must not undo that one.
  const asked = useRef({ shown: query.toString(), next: query });
  if (asked.current.shown !== query.toString()) asked.current = { shown: query.toString(), next: query };
  const change = (changes: AddressChanges, options = {}) => {
    const { next } = asked.current;
    const after = changeAddress(next, changes);
    // Navigating to the same address would only add a step to Back.
    if (after.toString() === next.toString()) return;
    asked.current.next = after;
    setQuery(after, options);
  };
  /** Filters that the screen sets stay out of the address. */
  const unfixed = Object.fromEntries(Object.keys(options.fixed ?? {}).map((name) => [name, null]));
  const usual: Readonly<Record<string, string | undefined>> = options.usual ?? {};
  const unlessUsual = <T>(value: T, usual: T): T | null => (value === usual ? null : value);
  return {
    ...address,
    usual,
    /** Filters that the screen sets and a person cannot change. */
    fixed: Object.keys(options.fixed ?? {}),
    /** The table scrolls to its first row itself. */
    setPage: (page: number) => change({ page: unlessUsual(page, 1) }, { preventScrollReset: true }),
    setSize: (size: number) => change({ page: null, size: unlessUsual(size, options.usualSize ?? DEFAULT_PAGE_SIZE) }),
    setSort: (sort: string) => change({ page: null, sort: unlessUsual(sort, list.sorts[0] ?? '') }),
    /** Sets filters and order at once; an absent filter gets its default. */
    setWhole: ({ filters, sort }: { filters: Readonly<Record<string, string>>; sort: string }) =>
      change({
        ...Object.fromEntries(Object.keys(list.filters).map((name) => [name, filters[name] ?? null])),
        ...unfixed,
        page: null,
        sort: unlessUsual(sort, list.sorts[0] ?? ''),
      }),
    setFilters: (filters: Partial<ListAddress<L>['filters']>) =>
      change({
        ...Object.fromEntries(
          Object.entries(filters).map(([name, text]) => [name, text === usual[name] ? null : text]),
        ),
        ...unfixed,
        page: null,
      } as AddressChanges),
  };
};

export type ListState<L extends ShownList = ShownList> = ReturnType<typeof useListState<L>>;
