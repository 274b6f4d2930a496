import { getDriverPhoto } from '@banbo/contract';
import { useIntersection } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '~/lib/api/api.ts';
import { keyOf } from '~/lib/api/query-client.ts';
import { useObjectUrl } from '~/lib/photo/use-object-url.ts';
import styles from './driver-photo.module.css';
import { Initials } from './fact-list.tsx';

/** The photo's bytes: it is served only to a bearer token, so an image cannot fetch it itself. */
const driverPhotoQuery = (id: string, photo: string) =>
  queryOptions({
    queryKey: [...keyOf(getDriverPhoto, { params: { id } }), photo],
    queryFn: async ({ signal }) => (await request(getDriverPhoto, { params: { id }, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

const ROUND = { width: '100%', height: '100%', borderRadius: '50%', objectFit: 'cover' } as const;

type Props = {
  id: string;
  name: string;
  photo: string | null;
  /** Edge as a CSS length. */
  size: string;
  /** The text for screen readers; '' if the name stands beside the photo. */
  alt?: string;
};

/** A driver's photo, fetched when it is near the screen; until then the initials. */
export function DriverPhoto({ id, name, photo, size, alt = '' }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting ?? false;
  const { data } = useQuery({ ...driverPhotoQuery(id, photo ?? ''), enabled: photo !== null && seen });
  const url = useObjectUrl(data);
  return (
    <span ref={ref} className={styles.frame} style={{ width: size, height: size }}>
      {url ? <img src={url} alt={alt} style={ROUND} /> : <Initials name={name} size={size} />}
    </span>
  );
}
