import type { Fees, Site } from '@banbo/contract';
import { DEFAULT_FEES, formatPhone, SITE_DEFAULTS } from '@banbo/contract';
import { useSyncExternalStore } from 'react';

/** A value that a page shows at once as it was built, and afresh when the server has answered. */
type Fresh<T> = { current: T; asked: boolean; listeners: Set<() => void>; ask: () => Promise<T> };

const fresh = <T>(builtIn: T, ask: () => Promise<T>): Fresh<T> => ({
  current: builtIn,
  asked: false,
  listeners: new Set(),
  ask,
});

const getJson = async <T>(path: string): Promise<T> => {
  const response = await fetch(`/api${path}`, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
};

const site = fresh<Site>(SITE_DEFAULTS, () => getJson('/site'));

const fees = fresh<Fees>(DEFAULT_FEES, async () => {
  const rows = await getJson<{ type_code: string; amount: string }[]>(
    `/payment_list?year=${new Date().getUTCFullYear()}`,
  );
  const current = Object.fromEntries(rows.map(({ type_code, amount }) => [type_code, amount]));
  return { ...DEFAULT_FEES, ...current };
});

/** Asks once a visit. Without an answer the page keeps what it was built with, so nobody has to be told. */
const refresh = async <T>(value: Fresh<T>): Promise<void> => {
  if (value.asked) return;
  value.asked = true;
  try {
    value.current = await value.ask();
    for (const listener of value.listeners) listener();
  } catch {
    value.asked = false;
  }
};

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

/** This year's fees as money text: those of SPEC §9 in the built page, then the price list's. */
export const useFees = (): Fees => useFresh(fees, DEFAULT_FEES);

/** Says of a year without prices whom to ask, since nobody can know then whether something is due. */
export const priceNotSet = (year: number, { mobile_numbers: [number = ''] }: Site): string =>
  `The price for ${year} is not set yet. Please call ${formatPhone(number)}.`;
