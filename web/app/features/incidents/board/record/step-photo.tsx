import { getIncidentPhoto } from '@banbo/contract';
import { useIntersection } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '~/lib/api/api.ts';
import { keyOf } from '~/lib/api/query-client.ts';
import { useObjectUrl } from '~/lib/photo/use-object-url.ts';
import styles from '../board.module.css';

/** Kept for the page's life: a photo does not change. Only its erasure ends it. */
const stepPhotoQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(getIncidentPhoto, { params: { id } }),
    queryFn: async ({ signal }) => (await request(getIncidentPhoto, { params: { id }, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A photo on the time line, fetched when it is near the screen. It opens large in a new tab. */
export function StepPhoto({ id, alt }: { id: string; alt: string }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const { data, isError } = useQuery({ ...stepPhotoQuery(id), enabled: entry?.isIntersecting ?? false });
  const url = useObjectUrl(data);
  return (
    <span ref={ref} className={styles.stepPhoto}>
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={alt} />
          <span className="visually-hidden">, large in a new tab</span>
        </a>
      )}
      {isError && <span className={styles.soft}>The photo could not be loaded.</span>}
    </span>
  );
}
