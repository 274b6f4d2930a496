import type { Driver } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { carsOfPersonQuery } from '../cars/car-queries.ts';
import styles from './changing.module.css';

const inWords = new Intl.ListFormat('en-GB');

/** Names the person's other current cars, in which the same changes; nothing where there is none. */
export function AlsoChanges({ driver }: { driver: Driver }) {
  const { data = [] } = useQuery(carsOfPersonQuery(driver.id));
  const others = data.filter(({ id, removed_at }) => id !== driver.id && removed_at === null);
  if (others.length === 0) return null;
  const codes = others.map(({ driver_code, car_number }) => `${driver_code} (${car_number})`);
  return <p className={styles.also}>Also changes the person’s other cars: {inWords.format(codes)}.</p>;
}
