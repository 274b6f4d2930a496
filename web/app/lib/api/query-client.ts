import type { AnswerOf, Endpoint } from '@banbo/contract';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { ApiError, type CallInput, call } from './api.ts';

const FRESH_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 30_000;

/** Reads: five minutes fresh, three retries with backoff to 30 s. Refusals are not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS),
    },
    mutations: { retry: false },
  },
});

let reader = currentSession()?.user;

// Drops what one person read before anything is drawn for the next. A stranger has read only what is public.
onSessionChange(() => {
  const user = currentSession()?.user;
  if (reader !== undefined && user !== reader) queryClient.clear();
  reader = user;
});

type Url = Pick<Endpoint, 'url'>;

/** The resource of an endpoint is the first part of its path: `users`. */
const resourceOf = ({ url }: Url): string => url.split('/')[1] ?? '';

/** Resources whose reads a change of another one changes, too. */
const ALSO_CHANGED: Readonly<Record<string, readonly string[]>> = {
  auth: ['users'],
  clearance: ['payments', 'dashboard'],
  transfers: ['clearance', 'payments', 'dashboard'],
  car_requests: ['drivers'],
  drivers: ['incomplete_registrations', 'car_requests'],
  payment_list: ['missing_prices'],
  payment_types: ['payment_list', 'missing_prices'],
};

/** The key of a read: the resource comes first, then the endpoint and what it is asked. */
export const keyOf = (endpoint: Url, input: object) => [resourceOf(endpoint), endpoint.url, input] as const;

/** How a query asks an endpoint. */
export const read = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input as object),
    queryFn: ({ signal }): Promise<AnswerOf<E>> => call<E>(endpoint, { ...input, signal }),
  });

/** Asks anew for what was read of the resources, each named or by one of its endpoints, and of those that change with them. */
export const refresh = (...of: readonly (string | Url)[]): Promise<void> => {
  const named = of.map((one) => (typeof one === 'string' ? one : resourceOf(one)));
  const changed = new Set(named.flatMap((one) => [one, ...(ALSO_CHANGED[one] ?? [])]));
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => changed.has(String(queryKey[0])) });
};

/** Asks anew for the reads of one endpoint alone, such as the rows of a list, whatever was asked of it. */
export const refreshReads = (endpoint: Url): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [resourceOf(endpoint), endpoint.url] });

/**
 * Calls an endpoint that changes something, and has its resource read anew; also where it is refused because somebody
 * was faster. Throws `ApiError`.
 */
export const change = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> => {
  try {
    const answer = await call<E>(endpoint, input);
    // A deleted record that nobody looks at is not kept.
    if (endpoint.method === 'DELETE') queryClient.removeQueries({ queryKey: [resourceOf(endpoint)], type: 'inactive' });
    await refresh(endpoint);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status)) void refresh(endpoint);
    throw error;
  }
};
