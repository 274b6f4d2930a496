import { type Driver, getDriver, listCarsOfPerson } from '@banbo/contract';
import { type ReactNode, useEffect } from 'react';
import { noteDriver } from '~/components/driver-finder/last-drivers.ts';
import { useRecord } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

export const driverQuery = (id: string) => read(getDriver, { params: { id } });

export const carsOfPersonQuery = (id: string) => read(listCarsOfPerson, { params: { id } });

/** Where to look for a driver who was not found. */
const WAYS = [
  { to: '/global_drivers', label: 'See all drivers', needs: 'drivers.read' },
  { to: '/driver_search', label: 'Search for a driver', needs: 'drivers.search' },
] as const;

/** Loads a driver, or says where else to look. */
export function DriverLoaded({ id, children }: { id: string; children: (driver: Driver) => ReactNode }) {
  const { can } = useAbility();
  const ways = WAYS.filter(({ needs }) => can(needs));
  const { data: driver, instead } = useRecord('driver', driverQuery(id), ways);
  useEffect(() => {
    if (driver) noteDriver(driver);
  }, [driver]);
  return driver ? children(driver) : instead;
}
