import { type Driver, getDriver, getDriverPhoto } from '@banbo/contract';
import { useIntersection } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Initials } from '~/components/record/fact-list.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { request } from '~/lib/api/api.ts';
import { keyOf, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

export const driverQuery = (id: string) => read(getDriver, { params: { id } });

/** The photo's bytes: it is served only to a bearer token, so an image cannot fetch it itself. */
const driverPhotoQuery = (id: string, photo: string) =>
  queryOptions({
    queryKey: [...keyOf(getDriverPhoto, { params: { id } }), photo],
    queryFn: async ({ signal }) => (await request(getDriverPhoto, { params: { id }, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** An address for the bytes that lives as long as its picture is shown. */
const useObjectUrl = (blob: Blob | undefined): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [blob]);
  return url;
};

const ROUND = { width: '100%', height: '100%', borderRadius: '50%', objectFit: 'cover' } as const;

type Props = {
  id: string;
  name: string;
  /** Where the photo is; null when there is none. */
  photo: string | null;
  /** Edge as a CSS length. */
  size: string;
  /** The text for screen readers; empty where the name stands beside the photo. */
  alt?: string;
};

/** A driver's photo, fetched once it comes near the screen; initials until then or without one. */
export function DriverPhoto({ id, name, photo, size, alt = '' }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting ?? false;
  const { data } = useQuery({ ...driverPhotoQuery(id, photo ?? ''), enabled: photo !== null && seen });
  const url = useObjectUrl(data);
  return (
    <span ref={ref} style={{ display: 'inline-flex', flex: 'none', width: size, height: size }}>
      {url ? <img src={url} alt={alt} style={ROUND} /> : <Initials name={name} size={size} />}
    </span>
  );
}

/** Where the driver who was meant may be found. */
const WAYS = [
  { to: '/global_drivers', label: 'See all drivers', needs: 'drivers.read' },
  { to: '/driver_search', label: 'Search for a driver', needs: 'drivers.search' },
] as const;

/** Shows a driver once they have come, and where else to look when they have not. */
export function DriverLoaded({ id, children }: { id: string; children: (driver: Driver) => ReactNode }) {
  const { can } = useAbility();
  const ways = WAYS.filter(({ needs }) => can(needs));
  const { data: driver, instead } = useRecord('driver', driverQuery(id), ways);
  return driver ? children(driver) : instead;
}
