import { getDriver, getDriverPhoto } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, request } from '~/lib/api.ts';

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
