import { isTooShortToSearch, officeSearch } from '@banbo/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/query-client.ts';
import { type MatchGroup, matchGroups } from './match-groups.ts';

/** Milliseconds without a key after which the server is asked. */
const PAUSE_MS = 200;

export type SearchState =
  | { kind: 'short' }
  | { kind: 'busy' }
  | { kind: 'failed'; message: string; retry: () => void }
  | { kind: 'found'; groups: readonly MatchGroup[] };

/** Searches the office for a text once its typing pauses. A search whose text has changed meanwhile is called off. */
export const useOfficeSearch = (typed: string): SearchState => {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const isShort = isTooShortToSearch(text);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(officeSearch, { query: { text: settled } }),
    enabled: !isShort && settled === text,
    // Records change as others work, and the person waits for an answer or a word that there is none.
    staleTime: 0,
    retry: false,
  });
  if (isShort) return { kind: 'short' };
  if (settled !== text || isFetching) return { kind: 'busy' };
  if (error) return { kind: 'failed', message: error.message, retry: () => void refetch() };
  return data ? { kind: 'found', groups: matchGroups(data) } : { kind: 'busy' };
};
