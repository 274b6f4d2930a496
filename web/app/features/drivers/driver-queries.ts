import { type DriverSummary, getDriver, getDriverPhoto, listDrivers } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList, request } from '~/lib/api.ts';

/** As in the address; `removed` is `true` where removed drivers are listed. */
export type DriverFilter = { driver_code: string; mobile_number: string; car_number: string; removed: string };

export const isRemoved = ({ removed }: Pick<DriverFilter, 'removed'>): boolean => removed === 'true';

export const driversQuery = (page: number, size: number, filter: DriverFilter) =>
  queryOptions({
    queryKey: ['drivers', 'list', { page, size, ...filter }],
    queryFn: ({ signal }) =>
      callList(listDrivers, {
        query: { page, size, ...filter, removed: isRemoved(filter) ? 'true' : undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const driverQuery = (id: string) =>
  queryOptions({
    queryKey: ['drivers', 'one', id],
    queryFn: ({ signal }) => call(getDriver, { params: { id }, signal }),
  });

/** The photo's bytes: it is served only to a bearer token, so an image cannot fetch it itself. */
export const driverPhotoQuery = (id: string, photo: string) =>
  queryOptions({
    queryKey: ['drivers', 'photo', id, photo],
    queryFn: async ({ signal }) => (await request(getDriverPhoto, { params: { id }, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Named = Pick<DriverSummary, 'first_name' | 'middle_name' | 'last_name'>;

/** First, middle and last name. */
export const fullName = ({ first_name, middle_name, last_name }: Named): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');
