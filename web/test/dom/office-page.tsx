import toast from 'react-hot-toast';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { queryClient } from '~/lib/query-client.ts';
import { setSession } from '~/lib/session-store.ts';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage, underToasts } from './open-page.tsx';

// A tab of its own for each test: nobody signed in, nothing cached, nothing kept, and no toast of another test.
beforeEach(() => {
  setSession(null);
  queryClient.clear();
  sessionStorage.clear();
});
afterEach(() => toast.remove());

/** Opens pages of the office, with their toasts, at this address. */
export const openOfficePage = (pages: RouteObject[], address: string) =>
  openPage([{ element: <OfficeProviders />, children: underToasts(Toasts, pages) }], address);

/** Holds the day of each test of the file at 20 November 2026, 10:00 in Accra; timers go on. */
export const holdToday = (): void => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') }));
  afterEach(() => void vi.useRealTimers());
};
