import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Initials } from '~/components/record/initials.tsx';
import styles from './driver-photo.module.css';
import { driverPhotoQuery } from './driver-queries.ts';

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

/** A driver's photo, fetched once it comes near the screen; initials until then and where there is none. */
export function DriverPhoto({ id, name, photo, size, alt = '' }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting ?? false;
  const { data } = useQuery({ ...driverPhotoQuery(id, photo ?? ''), enabled: photo !== null && seen });
  const url = useObjectUrl(data);
  return (
    <span ref={ref} className={styles.photo} style={{ '--photo-size': size }}>
      {url ? <img src={url} alt={alt} /> : <Initials name={name} size={size} />}
    </span>
  );
}
