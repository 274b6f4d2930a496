import { listPaymentTypes, listYearlyPrices } from '@banbo/contract';
import { useLive } from '../live/use-live.ts';
import { read, refresh } from './query-client.ts';

/** The types that drivers pay, shared by all screens of the office. */
export const driversTypesQuery = read(listPaymentTypes, { query: { side: 'drivers' } });

/** Reads types and prices anew as soon as anybody changes one. */
export const useCurrentPrices = (): void => {
  useLive(['prices'], () => refresh(listPaymentTypes, listYearlyPrices));
};
