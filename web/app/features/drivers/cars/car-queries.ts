import { getOwnCars, listCarsOfPerson } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

export const carsOfPersonQuery = (id: string) =>
  queryOptions({
    queryKey: ['drivers', 'cars', id],
    queryFn: ({ signal }) => call(listCarsOfPerson, { params: { id }, signal }),
  });

export const ownCarsQuery = queryOptions({
  queryKey: ['member', 'cars'],
  queryFn: ({ signal }) => call(getOwnCars, { signal }),
  // The office may have decided on a request.
  staleTime: 0,
});
