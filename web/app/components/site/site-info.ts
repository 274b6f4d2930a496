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

const prices = fresh<readonly Price[]>(DEFAULT_PRICES, () =>
  call<typeof listYearlyPrices>(PRICES, { query: { year: new Date().getUTCFullYear() } }),
);

const useFresh = <T>(value: Fresh<T>, builtIn: T): T => {
  // The same one at each render: a new one would subscribe, and ask a server that fails, again.
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

/** Settings in place of the company's own, for what is drawn below: a preview of some that are not saved yet. */
export const PreviewedSite = createContext<PublicSite | null>(null);

/** The company's name, contacts and accounts: the defaults in the built page, then the staff's settings. */
export const useSite = (): PublicSite => {
  const own = useFresh(site, SITE_DEFAULTS);
  return useContext(PreviewedSite) ?? own;
};

/** This year's prices: the built-in ones in the built page, then the price list's. */
export const useYearPrices = (): readonly Price[] => useFresh(prices, DEFAULT_PRICES);

/** This year's fees on the plan as money text. */
export const useFees = (plan: string | null = null): PublicFees => feesOn(useYearPrices(), plan);
