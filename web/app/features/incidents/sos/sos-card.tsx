import { getOwnCars } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { read } from '~/lib/api/query-client.ts';
import { keepPageAhead } from '~/lib/offline/start.ts';
import { ownCarsFirst, rememberCars } from '~/lib/sos/known-cars.ts';
import styles from './sos-card.module.css';

/** Leads a member to the emergency page, and makes this phone ready to open it without network. */
export function SosCard() {
  const { data } = useQuery(read(getOwnCars, {}));
  useEffect(() => {
    if (data) rememberCars(ownCarsFirst(data.cars));
  }, [data]);
  useEffect(() => {
    if (import.meta.env.PROD) void keepPageAhead('/sos').catch(() => undefined);
  }, []);
  return (
    <Link to="/sos" className={styles.card}>
      <strong>SOS</strong>
      <span>In danger? Call for help</span>
    </Link>
  );
}
