import { findDriverByCarNumber, listBanks, listYearlyPrices } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { driversTypesQuery, PRICES_KEY } from '~/lib/payment-types.ts';
import type { DeskDriver, Fees } from './paid-rows.ts';

/** The types that drivers pay, and all years' prices. */
export const useFees = () => {
  const types = useQuery(driversTypesQuery);
  const prices = useQuery({
    queryKey: [PRICES_KEY, 'all'],
    queryFn: ({ signal }) => call(listYearlyPrices, { signal }),
  });
  const fees: Fees = { types: types.data ?? [], prices: prices.data ?? [] };
  return { fees, trouble: types.error ?? prices.error, retry: () => Promise.all([types.refetch(), prices.refetch()]) };
};

export const useBanks = (isAsked: boolean) =>
  useQuery({ queryKey: ['banks'], queryFn: ({ signal }) => call(listBanks, { signal }), enabled: isAsked });

/** The driver of a record, who has this car, with the plans that prices go by. Throws `ApiError`. */
export const driverOfCar = async ({ id, car_number }: { id: string; car_number: string }): Promise<DeskDriver> => ({
  ...(await call(findDriverByCarNumber, { body: { car_number } })).driver,
  id,
});
