import type { Endpoint, RowOf, ShownList } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallInput, callList, type ListPage } from '~/lib/api.ts';
import type { ListAddress } from './list-state.ts';

/** The query's filters and order, for a page as for a file. */
export const askedOf = ({ sort, filters }: Pick<ListAddress<ShownList>, 'sort' | 'filters'>): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...filters, sort }).filter(([, text]) => text !== ''));

/** A page of a list, and how many rows stand before it. */
export type PageOfList<Row> = ListPage<Row> & { before: number };

/**
 * A page of a list. `isLive`: what is on the screen may have changed, so it is asked for each time; and every `refreshMs`
 * milliseconds where that is given.
 */
export const listQuery = <L extends ShownList>(
  list: L,
  address: ListAddress<L>,
  { isLive = false, refreshMs }: { isLive?: boolean; refreshMs?: number } = {},
) => {
  const query = { ...askedOf(address), page: address.page, size: address.size };
  return queryOptions({
    queryKey: [list.name, 'list', query],
    queryFn: async ({ signal }): Promise<PageOfList<RowOf<L>>> => {
      const page = await callList(list.page as Endpoint, { query, signal } as unknown as CallInput<Endpoint>);
      return { ...(page as ListPage<RowOf<L>>), before: (address.page - 1) * address.size };
    },
    placeholderData: keepPreviousData,
    ...(isLive && { staleTime: 0 }),
    ...(refreshMs && { refetchInterval: refreshMs }),
  });
};
