import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { fetchScreen, screenOf } from '~/lib/lazy-screen.ts';
import OfficePage from '~/routes/office/page.tsx';
import OfficeProviders from '~/routes/office/providers.tsx';
import { screenAt } from '~/routes/office/screens/index.ts';
import { openPage, underToasts } from './open-page.tsx';

const Empty = () => <></>;

/** Fetches the code of these pages, as their guard does. A page that is there opens at once. */
export const fetchPages = (...paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const shown = screenAt(path);
      if (!shown) throw new Error(`The office has no page ${path}`);
      await fetchScreen(path, shown.load);
      return { Component: OfficePage };
    }),
  );

const routeOf = (page: RouteObject | string): RouteObject => {
  if (typeof page !== 'string') return page;
  const route = { id: page, path: `/${page}` };
  if (screenOf(page)) return { ...route, Component: OfficePage };
  return { ...route, lazy: async () => (await fetchPages(page))[0] ?? {} };
};

/** Opens pages of the office, by path or made up, with their toasts, at this address. */
export const openOfficePage = (pages: readonly (RouteObject | string)[], address: string) =>
  openPage(
    [{ element: <OfficeProviders />, HydrateFallback: Empty, children: underToasts(Toasts, pages.map(routeOf)) }],
    address,
  );

/** Holds the day of each test of the file at 20 November 2026, 10:00 in Accra; timers go on. */
export const holdToday = (): void => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') }));
  afterEach(() => void vi.useRealTimers());
};
