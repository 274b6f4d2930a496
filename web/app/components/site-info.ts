import type { Fees, Site } from '@banbo/contract';
import { DEFAULT_FEES, SITE_DEFAULTS } from '@banbo/contract';
import { useSyncExternalStore } from 'react';
import { type Fresh, fresh, getJson, refresh } from '../lib/fresh-value.ts';
import { site } from '../lib/known-site.ts';

const fees = fresh<Fees>(DEFAULT_FEES, async () => {
  const rows = await getJson<{ type_code: string; amount: string }[]>(
    `/payment_list?year=${new Date().getUTCFullYear()}`,
  );
  const current = Object.fromEntries(rows.map(({ type_code, amount }) => [type_code, amount]));
  return { ...DEFAULT_FEES, ...current };
});

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

/** The company's name, contacts and accounts: the defaults in the built page, then the staff's settings. */
export const useSite = (): Site => useFresh(site, SITE_DEFAULTS);

/** This year's fees as money text: the default fees in the built page, then the price list's. */
export const useFees = (): Fees => useFresh(fees, DEFAULT_FEES);
