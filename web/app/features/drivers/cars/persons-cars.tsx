import { type Driver, formatDay } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '~/components/record/status-badge.tsx';
import { useAbility } from '~/lib/ability.ts';
import { carsOfPersonQuery } from './car-queries.ts';
import styles from './cars.module.css';

/** The other cars of a driver's person, each a record of its own, and the way to one more. */
export function PersonsCars({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const { data = [] } = useQuery(carsOfPersonQuery(driver.id));
  const others = data.filter(({ id }) => id !== driver.id);
  const mayAdd = can('drivers.change') && driver.removed_at === null;
  if (others.length === 0 && !mayAdd) return null;
  return (
    <section className={styles.section} aria-labelledby="cars-title">
      <h2 id="cars-title">Other cars of this person</h2>
      {others.length > 0 && (
        <ul className={styles.cars}>
          {others.map((car) => (
            <li key={car.id}>
              <Link to={`/view_driver/${car.id}`}>{car.car_number}</Link>
              <span>{car.driver_code}</span>
              <small>since {formatDay(car.registered_at.slice(0, 10))}</small>
              {car.removed_at !== null && <StatusBadge tone="bad">Removed</StatusBadge>}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button component={Link} to={`/add_car/${driver.id}`} variant="default" mt="sm">
          Add another car
        </Button>
      )}
    </section>
  );
}
