import { mayOpenPage, OFFICE_PAGES, type OfficePath } from '@banbo/contract';
import { Group, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '~/lib/session/session-store.ts';
import { type LastDriver, lastDrivers } from './last-drivers.ts';

type Props = {
  /** Lists in which the driver may be; those show that this person may open. */
  ways: readonly OfficePath[];
} & ({ to: (driver: LastDriver) => string } | { onChoose: (driver: LastDriver) => void });

/** A page's next steps before a driver is found: the drivers opened last, and lists of drivers. */
export function BeforeFinding({ ways, ...next }: Props) {
  const session = useSession();
  const [last] = useState(lastDrivers);
  const shown = ways.filter((path) => session && mayOpenPage(session, OFFICE_PAGES[path]));
  return (
    <Stack gap="xs" mt="xs" maw="44rem">
      {last.length > 0 && (
        <section aria-label="Opened last">
          <p className="soft">Opened last</p>
          <ul className="ruled">
            {last.map((driver) => (
              <li key={driver.id}>
                {'to' in next ? (
                  <Link to={next.to(driver)}>{driver.name}</Link>
                ) : (
                  <UnstyledButton className="link" fz="md" onClick={() => next.onChoose(driver)}>
                    {driver.name}
                  </UnstyledButton>
                )}
                <span className="soft">{driver.car_number}</span>
                <span className="soft">{driver.driver_code}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown.length > 0 && (
        <Group gap="sm" className="soft">
          {last.length > 0 ? 'Or look in' : 'Look in'}
          {shown.map((path) => (
            <Link key={path} to={`/${path}`}>
              {OFFICE_PAGES[path].label}
            </Link>
          ))}
        </Group>
      )}
    </Stack>
  );
}
