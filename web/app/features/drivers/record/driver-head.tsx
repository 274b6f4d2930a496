import { type Driver, formatMonth, formatPhone, fullName, planIn, planOf, shownName, today } from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { type MoreItem, MoreMenu } from '~/components/page/more-menu.tsx';
import { deskAddress } from '~/components/payments/desk-address.ts';
import { DriverPhoto } from '~/components/record/driver-photo.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { TextPerson } from '~/components/write-text/text-person.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { Copied } from '../driver-facts.tsx';
import { RemoveQuestion, RestoreDriver, TakeMergeBack } from '../driver-standing.tsx';
import { usePasswordCode } from './password-code.tsx';
import styles from './record.module.css';

/** `Platinum since February 2026`: the plan of this month, and since when it holds. */
export const planSince = ({ plans }: Pick<Driver, 'plans'>, month: string): string => {
  const plan = planIn(plans, month);
  if (plan === null) return 'No plan yet';
  const others = plans.filter((one) => one.from <= month && one.plan !== plan);
  const since = plans.find(({ from }) => from > (others.at(-1)?.from ?? ''))?.from ?? month;
  return `${planOf(plan)?.name} since ${formatMonth(since)}`;
};

/** Keys of the head's actions that this user may take on a current record. */
const useHeadKeys = ({ id, driver_code, removed_at }: Driver): void => {
  const navigate = useNavigate();
  const { can } = useAbility();
  const isCurrent = removed_at === null;
  const mayAdd = isCurrent && can('drivers.change');
  const mayReceive = isCurrent && can('payments.receive');
  usePageKey(mayAdd ? ['a'] : [], () => void navigate(`/add_car/${id}`), mayAdd ? 'Add another car' : undefined);
  usePageKey(
    mayReceive ? ['r'] : [],
    () => void navigate(deskAddress(driver_code)),
    mayReceive ? 'Receive a payment of this driver' : undefined,
  );
};

/** The rarer actions that this user may take on the record. */
const useMore = (driver: Driver, codeQuestion: ReturnType<typeof usePasswordCode>['question']): MoreItem[] => {
  const { can } = useAbility();
  const { id, removed_at, merged_into, erased_at } = driver;
  const isCurrent = removed_at === null;
  const isWhole = merged_into === null && erased_at === null;
  return [
    ...(isCurrent && can('drivers.change')
      ? [
          { label: 'Change photo, plan or details', to: `/driver_updates/${id}` },
          { label: 'Add another car', to: `/add_car/${id}` },
        ]
      : []),
    ...(isCurrent && can('drivers.password_code') ? [{ label: 'New password code', question: codeQuestion }] : []),
    { label: 'Print this page', onSelect: () => window.print() },
    ...(isWhole && can('drivers.merge') ? [{ label: 'Merge a duplicate', to: `/merge_driver/${id}` }] : []),
    ...(isCurrent && can('drivers.remove')
      ? [
          {
            label: 'Remove',
            isDanger: true,
            question: (opened: { opened: boolean; onClose: () => void }) => (
              <RemoveQuestion driver={driver} {...opened} />
            ),
          },
        ]
      : []),
  ];
};

/** Names the driver, with the usual actions; the rest stands behind one button. */
export function DriverHead({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const code = usePasswordCode(driver, () => undefined);
  const more = useMore(driver, code.question);
  useHeadKeys(driver);
  const name = shownName(fullName(driver));
  const { removed_at, merged_into, erased_at, mobile_number, driver_code } = driver;
  const isCurrent = removed_at === null;
  const actions = useRef<HTMLDivElement>(null);
  const before = useRef(isCurrent);
  // The question's own button is gone by then, and the focus with it.
  useEffect(() => {
    if (before.current !== isCurrent) actions.current?.querySelector<HTMLElement>('a, button')?.focus();
    before.current = isCurrent;
  }, [isCurrent]);
  const mayChange = merged_into === null && erased_at === null;
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <Group wrap="nowrap" gap="md" className={styles.who ?? ''}>
          <DriverPhoto id={driver.id} name={name} photo={driver.photo} size="3.5rem" alt={`Photo of ${name}`} />
          <div>
            <Box component="h1" fz="1.375rem" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <p className={`row muted ${styles.codes}`}>
              <Copied text={driver.car_number} of="car number" />
              <Copied text={driver_code} of="driver code" />
              {mobile_number && <Copied text={mobile_number} shown={formatPhone(mobile_number)} of="mobile number" />}
              {isCurrent && <span>{planSince(driver, today().slice(0, 7))}</span>}
              {!isCurrent && <StatusBadge tone="bad">{merged_into ? 'Merged' : 'Removed'}</StatusBadge>}
            </p>
          </div>
        </Group>
        <Group ref={actions} gap="xs" className={styles.actions ?? ''}>
          {isCurrent && mobile_number && (
            <>
              <TextPerson
                number={mobile_number}
                name={name}
                driverId={driver.id}
                button={{ 'aria-label': `Text ${name}` }}
              />
              <Button component="a" href={`tel:${mobile_number}`} variant="default" aria-label={`Call ${name}`}>
                Call
              </Button>
            </>
          )}
          {isCurrent && can('payments.receive') && (
            <Button component={Link} to={deskAddress(driver_code)} aria-keyshortcuts="r">
              Receive payment
            </Button>
          )}
          {merged_into && erased_at === null && can('drivers.merge') && <TakeMergeBack driver={driver} />}
          {!isCurrent && mayChange && can('drivers.remove') && <RestoreDriver driver={driver} />}
          <MoreMenu label={`More about ${name}`} items={more} />
        </Group>
      </Group>
      {code.made}
    </>
  );
}
