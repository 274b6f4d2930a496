import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

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
