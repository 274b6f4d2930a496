import { getOwnCars, listCarsOfPerson } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';

export const carsOfPersonQuery = (id: string) => read(listCarsOfPerson, { params: { id } });

export const ownCarsQuery = queryOptions({
  ...read(getOwnCars, {}),
  // The office may have decided on a request.
  staleTime: 0,
});
