import type { Fees, Price, Site } from '@banbo/contract';
import { DEFAULT_PRICES, feesOn, SITE_DEFAULTS } from '@banbo/contract';
import { useSyncExternalStore } from 'react';
import { type Fresh, fresh, getJson, refresh } from '../lib/fresh-value.ts';
import { site } from '../lib/known-site.ts';

const prices = fresh<readonly Price[]>(DEFAULT_PRICES, () =>
  getJson(`/payment_list?year=${new Date().getUTCFullYear()}`),
);

const useFresh = <T>(value: Fresh<T>, builtIn: T): T =>
  useSyncExternalStore(
    (listener) => {
      value.listeners.add(listener);
      void refresh(value);
      return () => value.listeners.delete(listener);
    },
    () => value.current,
    () => builtIn,
  );

/** The company's name, contacts and accounts: the defaults in the built page, then what staff have set. */
export const useSite = (): Site => useFresh(site, SITE_DEFAULTS);

/** This year's prices: the built-in ones in the built page, then the price list's. */
export const useYearPrices = (): readonly Price[] => useFresh(prices, DEFAULT_PRICES);

/** This year's fees on the plan as money text. */
export const useFees = (plan: string | null = null): Fees => feesOn(useYearPrices(), plan);
