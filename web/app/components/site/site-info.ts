import {
  DEFAULT_PRICES,
  feesOn,
  type listYearlyPrices,
  type Price,
  type PublicFees,
  type PublicSite,
  SITE_DEFAULTS,
} from '@banbo/contract';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { type Address, call } from '../../lib/api/api.ts';
import { askOnce, type Fresh, fresh, site } from '../../lib/api/known-site.ts';

const PRICES: Address<typeof listYearlyPrices> = { method: 'GET', url: '/payment_list', access: 'public' };

/** This year's prices, which the price list replaces. */
export const yearPrices = fresh<readonly Price[]>(DEFAULT_PRICES, () =>
  call<typeof listYearlyPrices>(PRICES, { query: { year: new Date().getUTCFullYear() } }),
);

const useFresh = <T>(value: Fresh<T>, builtIn: T): T => {
  // A stable function: a new one at each render would subscribe and ask a failing server again.
  const subscribe = useCallback(
    (listener: () => void) => {
      value.listeners.add(listener);
      void askOnce(value);
      return () => value.listeners.delete(listener);
    },
    [value],
  );
  return useSyncExternalStore(
    subscribe,
    () => value.current,
    () => builtIn,
  );
};

/** Unsaved settings in place of the company's own, for a preview. */
export const PreviewedSite = createContext<PublicSite | null>(null);

/** The company's settings: the defaults in the built page, then those of the staff. */
export const useSite = (): PublicSite => {
  const own = useFresh(site, SITE_DEFAULTS);
  return useContext(PreviewedSite) ?? own;
};

/** This year's prices: built-in in the built page, then from the price list. */
export const useYearPrices = (): readonly Price[] => useFresh(yearPrices, DEFAULT_PRICES);

/** This year's fees on the plan as money text. */
export const useFees = (plan: string | null = null): PublicFees => feesOn(useYearPrices(), plan);
