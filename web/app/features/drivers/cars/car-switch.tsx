import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ownCarsQuery } from './car-queries.ts';
import styles from './cars.module.css';

/** The member's cars, of which the page shows one; nothing while they have but one. The address names another car by its code. */
export function CarSwitch() {
  const { data } = useQuery(ownCarsQuery);
  const [search] = useSearchParams();
  if (!data || data.cars.length < 2) return null;
  const shown = search.get('driver_code') ?? '';
  const addressOf = (code: string): string => {
    const other = new URLSearchParams(search);
    for (const name of ['driver_code', 'page']) other.delete(name);
    if (code !== '') other.set('driver_code', code);
    return `?${other}`;
  };
  return (
    <nav aria-label="My cars" className={styles.switch}>
      {data.cars.map(({ driver_code, car_number, is_signed_in }) => {
        const code = is_signed_in ? '' : driver_code;
        return (
          <Link key={driver_code} to={addressOf(code)} aria-current={code === shown ? 'page' : undefined}>
            {car_number}
          </Link>
        );
      })}
    </nav>
  );
}
