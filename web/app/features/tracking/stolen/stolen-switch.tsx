import { stolenList } from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { type CarOfDriver, DeclareStolen } from './declare-stolen.tsx';
import { StolenBadge } from './stolen-table.tsx';

type Props = { car: CarOfDriver; isSmall?: boolean };

/** Leads to the open declaration of a car, or declares it stolen, for those who may. */
export function StolenSwitch({ car, isSmall = false }: Props) {
  const { can } = useAbility();
  useLive(['stolen_cars'], () => refresh('stolen_cars'));
  const { data } = useQuery({
    ...read(stolenList.page, { query: { driver_id: car.driver_id, status: 'open', size: 1 } }),
    enabled: can('tracking.read'),
    staleTime: 0,
  });
  const [open] = data ?? [];
  if (!open) return data && can('tracking.share') ? <DeclareStolen car={car} isSmall={isSmall} /> : null;
  return (
    <Group gap="xs">
      <StolenBadge status={open.status} />
      <Button
        component={Link}
        to={`/stolen_cars/${open.id}`}
        variant="default"
        {...(isSmall && { size: 'compact-sm' })}
      >
        Open the search
      </Button>
    </Group>
  );
}
