import type { Driver } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '~/components/trouble/states.tsx';
import { useAbility } from '~/lib/ability.ts';
import { isNotFound } from '~/lib/api.ts';
import { driverQuery } from './driver-queries.ts';

/** Where the driver who was meant may be found. */
const WAYS = [
  { to: '/global_drivers', label: 'See all drivers', needs: 'drivers.read' },
  { to: '/driver_search', label: 'Search for a driver', needs: 'drivers.search' },
] as const;

/** Shows a driver once they have come, and where else to look when they have not. */
export function DriverLoaded({ id, children }: { id: string; children: (driver: Driver) => ReactNode }) {
  const { can } = useAbility();
  const { data: driver, error, refetch } = useQuery(driverQuery(id));
  if (error) {
    const ways = WAYS.filter(({ needs }) => can(needs));
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={ways} />;
  }
  return driver ? children(driver) : <p role="status">Loading driver...</p>;
}
