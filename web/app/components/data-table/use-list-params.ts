import { DEFAULT_PAGE_SIZE } from '@banbo/contract';
import { useSearchParams } from 'react-router';
import { PAGE_SIZES } from './pagination.tsx';

const MAX_PAGE = 10_000_000;

const wholeNumber = (text: string | null): number | null => (text && /^\d{1,8}$/.test(text) ? Number(text) : null);

/** A list's page, size and filters, kept in the address so that they can be sent to a colleague and come back with Back. */
export const useListParams = <F extends string>(names: readonly F[], usualSize: number = DEFAULT_PAGE_SIZE) => {
  const [query, setQuery] = useSearchParams();
  const page = Math.min(Math.max(1, wholeNumber(query.get('page')) ?? 1), MAX_PAGE);
  const asked = wholeNumber(query.get('size'));
  const size = PAGE_SIZES.find((one) => one === asked) ?? usualSize;
  const filters = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<F, string>;

  const change = (changes: Record<string, string | number | null>) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') after.delete(name);
        else after.set(name, String(value));
      }
      return after;
    });

  return {
    page,
    size,
    filters,
    filtered: names.some((name) => filters[name] !== ''),
    setPage: (next: number) => change({ page: next === 1 ? null : next }),
    setSize: (next: number) => change({ page: null, size: next === usualSize ? null : next }),
    /** Another filter starts at its first page. */
    setFilters: (next: Partial<Record<F, string>>) => change({ ...next, page: null }),
  };
};

export type ListParams = Pick<ReturnType<typeof useListParams>, 'page' | 'size' | 'setPage' | 'setSize'>;
