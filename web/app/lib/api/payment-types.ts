import { listPaymentTypes, listYearlyPrices, type PayerSide, shownKind } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../live/use-live.ts';
import { read, refresh } from './query-client.ts';

/** The types that drivers pay, shared by all screens of the office. */
export const driversTypesQuery = read(listPaymentTypes, { query: { side: 'drivers' } });

/** The types that are paid for land, those of both sides among them. */
export const landTypesQuery = read(listPaymentTypes, { query: { side: 'land' } });

/** Names a side's types by their code: a code stands for itself until the names are there. */
export const useTypeNames = (side: PayerSide = 'drivers'): ((code: string) => string) => {
  const { data = [] } = useQuery(side === 'land' ? landTypesQuery : driversTypesQuery);
  return (code) => shownKind(data.find(({ type_code }) => type_code === code)?.description ?? code);
};

/** Reads types and prices anew as soon as anybody changes one. */
export const useCurrentPrices = (): void => {
  useLive(['prices'], () => refresh(listPaymentTypes, listYearlyPrices));
};
