import { type Driver, formatPhone, fullName } from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { RecordWaits } from '~/components/record/waiting-changes.tsx';
import { AuditTable } from '~/features/audit/audit-table.tsx';
import { DriverTrackers } from '~/features/devices/fittings.tsx';
import { PersonData } from '~/features/drivers/privacy/person-data.tsx';
import { DriverNews } from '~/features/drivers/record/driver-news.tsx';
import { ChangeTable, DriverRecord, type RecordPart } from '~/features/drivers/record/driver-record.tsx';
import { DriverCrashCard } from '~/features/incidents/crash-card/driver-card.tsx';
import { OutboxTable } from '~/features/messages/outbox-table.tsx';
import { DriverPayments } from '~/features/payments/history/driver-payments.tsx';
import { DriverFigures, DueTable } from '~/features/payments/standing/driver-figures.tsx';
import { DriverMoney } from '~/features/payments/standing/driver-money.tsx';
import { LeftBehindNotice } from '~/features/payments/standing/left-behind.tsx';
import { StolenSwitch } from '~/features/tracking/stolen/stolen-switch.tsx';
import type { ScreenProps } from '~/lib/lazy-screen.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** Where the car is, and whether it is stolen, for those who may see that. */
function CarNow({ driver: { id, car_number } }: { driver: Driver }) {
  const { can } = useAbility();
  if (!can('tracking.read')) return null;
  return (
    <Group gap="sm">
      <Button component={Link} to={`/tracker_map?car=${id}`} variant="default">
        Show on the map
      </Button>
      <StolenSwitch car={{ driver_id: id, car_number }} />
    </Group>
  );
}

export default function ViewDriver({ id, part }: Pick<ScreenProps, 'id' | 'part'>) {
  const { can } = useAbility();
  const parts: RecordPart[] = [
    ...(can('payments.read')
      ? [
          {
            path: 'payments',
            label: 'Payments',
            show: ({ driver_code }: Driver) => <DriverPayments key={driver_code} driverCode={driver_code} />,
          },
          {
            path: 'standing',
            label: 'Standing',
            show: (driver: Driver) => (
              <DriverMoney
                id={id}
                paidTo={`${fullName(driver)}, ${formatPhone(driver.mobile_number)}`}
                isRemoved={driver.removed_at !== null}
              />
            ),
          },
        ]
      : []),
    ...(can('devices.read')
      ? [
          {
            path: 'tracker',
            label: 'Tracker',
            show: (driver: Driver) => (
              <DriverTrackers driverId={id}>{driver.removed_at === null && <CarNow driver={driver} />}</DriverTrackers>
            ),
          },
        ]
      : []),
    ...(can('outbox.read')
      ? [
          {
            path: 'messages',
            label: 'Messages',
            show: ({ mobile_number }: Driver) => <OutboxTable number={mobile_number} />,
          },
        ]
      : []),
    ...(can('drivers.read')
      ? [{ path: 'card', label: 'Crash card', show: (driver: Driver) => <DriverCrashCard driver={driver} /> }]
      : []),
    { path: 'changes', label: 'History', show: () => <ChangeTable driverId={id} /> },
    ...(can('drivers.privacy')
      ? [{ path: 'data', label: 'Personal data', show: (driver: Driver) => <PersonData driver={driver} /> }]
      : []),
    ...(can('audit.read')
      ? [{ path: 'audit', label: 'Audit Log', show: () => <AuditTable subject={{ kind: 'driver', id }} /> }]
      : []),
  ];
  const notice = (
    <>
      {can('payments.read') && <LeftBehindNotice driverId={id} />}
      <RecordWaits kinds={['drivers.identity', 'drivers.plan']} subject={id} />
    </>
  );
  return (
    <DriverRecord
      key={id}
      id={id}
      path={part}
      parts={parts}
      notice={notice}
      {...(can('payments.read') && { figures: (driver: Driver) => <DriverFigures driver={driver} /> })}
      work={(driver) => (
        <>
          {can('payments.read') && <DueTable driver={driver} />}
          <DriverNews driver={driver} />
        </>
      )}
    />
  );
}
