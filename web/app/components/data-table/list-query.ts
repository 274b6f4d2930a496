import type { Endpoint, RowOf, ShownList } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallInput, callList, type ListPage } from '~/lib/api.ts';
import { keyOf } from '~/lib/query-client.ts';
import type { ListAddress } from './list-state.ts';

/** The query's filters and order, for a page as for a file. */
export const askedOf = ({ sort, filters }: Pick<ListAddress<ShownList>, 'sort' | 'filters'>): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...filters, sort }).filter(([, text]) => text !== ''));

/** A page of a list, and how many rows stand before it. */
export type PageOfList<Row> = ListPage<Row> & { before: number };

/** Milliseconds between two looks at a page while something goes on in one of its rows. */
const GOING_ON_MS = 2_000;

/** How a page follows what changes meanwhile. */
export type Following<Row> = {
  /** The page is asked for each time that it is opened, since its rows may have changed meanwhile. */
  isLive?: boolean;
  /** Asks for the page again this often, in milliseconds, while it is on the screen. */
  refreshMs?: number;
  /** True of a row that will change by itself: the page is asked for every other second while it has one. */
  goesOn?: (row: Row) => boolean;
};

/** A page of a list. */
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
