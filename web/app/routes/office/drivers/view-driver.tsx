import { type Driver, formatPhone, fullName } from '@banbo/contract';
import { AuditTable } from '~/features/audit/audit-table.tsx';
import { PersonData } from '~/features/drivers/privacy/person-data.tsx';
import { DriverNews } from '~/features/drivers/record/driver-news.tsx';
import { ChangeTable, DriverRecord, type RecordPart } from '~/features/drivers/record/driver-record.tsx';
import { OutboxTable } from '~/features/messages/outbox-table.tsx';
import { DriverPayments } from '~/features/payments/history/driver-payments.tsx';
import { DriverFigures, DueTable } from '~/features/payments/standing/driver-figures.tsx';
import { DriverMoney } from '~/features/payments/standing/driver-money.tsx';
import { LeftBehindNotice } from '~/features/payments/standing/left-behind.tsx';
import type { ScreenProps } from '~/lib/lazy-screen.ts';
import { useAbility } from '~/lib/session/ability.ts';

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
    ...(can('outbox.read')
      ? [
          {
            path: 'messages',
            label: 'Messages',
            show: ({ mobile_number }: Driver) => <OutboxTable number={mobile_number} />,
          },
        ]
      : []),
    { path: 'changes', label: 'History', show: () => <ChangeTable driverId={id} /> },
    ...(can('drivers.privacy')
      ? [{ path: 'data', label: 'Personal data', show: (driver: Driver) => <PersonData driver={driver} /> }]
      : []),
    ...(can('audit.read')
      ? [{ path: 'audit', label: 'Audit Log', show: () => <AuditTable subject={{ kind: 'driver', id }} /> }]
      : []),
  ];
  const notice = can('payments.read') && <LeftBehindNotice driverId={id} />;
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
