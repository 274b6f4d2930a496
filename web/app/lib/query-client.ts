import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { currentSession, onSessionChange } from './session-store.ts';

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
