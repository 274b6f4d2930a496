import { findDriverByCarNumber, listBanks, listPaymentList } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { driversTypesQuery } from '~/lib/payment-types.ts';
import { read } from '~/lib/query-client.ts';
import type { DeskDriver, Fees } from './paid-rows.ts';

/** The types that drivers pay, and all years' prices. */
export const useFees = () => {
  const types = useQuery(driversTypesQuery);
  const prices = useQuery({
    ...read(listPaymentList, {}),
  });
  const fees: Fees = { types: types.data ?? [], prices: prices.data ?? [] };
  return { fees, trouble: types.error ?? prices.error, retry: () => Promise.all([types.refetch(), prices.refetch()]) };
};

export const useBanks = (isAsked: boolean) => useQuery({ ...read(listBanks, {}), enabled: isAsked });

/** The driver of a record, who has this car, with the plans that prices go by. Throws `ApiError`. */
export const driverOfCar = async ({ id, car_number }: { id: string; car_number: string }): Promise<DeskDriver> => ({
  ...(await call(findDriverByCarNumber, { body: { car_number } })).driver,
  id,
});
