import type { listPaymentTypes, listYearlyPrices } from '@banbo/contract';
import { type Address, call } from '~/lib/api/api.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';
import { soon } from '~/lib/api/time-limit.ts';

const TYPES: Address<typeof listPaymentTypes> = { method: 'GET', url: '/payment_types', access: 'public' };
const PRICES: Address<typeof listYearlyPrices> = { method: 'GET', url: '/payment_list', access: 'public' };

/** The types that drivers pay. */
export const types = publicRead(() => call<typeof listPaymentTypes>(TYPES, { query: { side: 'drivers' } }));
/** All years' prices. */
export const prices = publicRead(() => call<typeof listYearlyPrices>(PRICES, {}));

/** The payment types for drivers, from the server. */
export const usePaymentTypes = () => {
  const { data = [], ...rest } = usePublicRead(types);
  return { types: data, ...rest };
};

/**
 * All years' prices: `listed` is undefined until they come, and until then the amount is simply not filled in. `awaited` gives
 * them once they are there, or undefined where they do not come soon.
 */
export const usePrices = () => {
  const { data: listed } = usePublicRead(prices);
  return { listed, awaited: async () => (await soon(prices.ensure())) ?? undefined };
};
