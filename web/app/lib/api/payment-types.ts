import { listPaymentTypes, listYearlyPrices } from '@banbo/contract';
import { useLive } from '../live/use-live.ts';
import { read, refresh } from './query-client.ts';

/** The types that drivers pay, which all screens of the office share. */
export const driversTypesQuery = read(listPaymentTypes, { query: { side: 'drivers' } });

/** Drops what was read of types and prices as soon as anybody changes one; what is shown is read anew. */
export const useCurrentPrices = (): void => {
  useLive(['prices'], () => refresh(listPaymentTypes, listYearlyPrices));
};
