import { getDriver, getDriverPhoto } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '~/lib/api.ts';
import { keyOf, read } from '~/lib/query-client.ts';

export const driverQuery = (id: string) => read(getDriver, { params: { id } });

/** The photo's bytes: it is served only to a bearer token, so an image cannot fetch it itself. */
export const driverPhotoQuery = (id: string, photo: string) =>
  queryOptions({
    queryKey: [...keyOf(getDriverPhoto, { params: { id } }), photo],
    queryFn: async ({ signal }) => (await request(getDriverPhoto, { params: { id }, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
