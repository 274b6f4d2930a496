import {
  BASE_PLAN,
  type CaseMoney,
  caseFee,
  type DriverStanding,
  type DriverSummary,
  type DueFee,
  findDriverByCarNumber,
  formatMoney,
  formatPhone,
  fromPesewas,
  fullName,
  planIn,
  planOf,
  type SuggestedDriver,
  today,
  toPesewas,
} from '@banbo/contract';
import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { partsText } from '~/components/payments/fee-parts.ts';
import { read } from '~/lib/api/query-client.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { owedQuery } from './clearance-queries.ts';
import { NameAndCar, PayOwed } from './suggested-drivers.tsx';

/** A driver whom a person found for money, with what they owe once that is read. */
export type FoundDriver = { driver: DriverSummary; standing: DriverStanding | undefined; error: Error | null };

const caseDriverOf = (driver: DriverSummary): SuggestedDriver['driver'] => {
  const { id, driver_code, car_number, mobile_number, removed_at } = driver;
  return { id, driver_code, fullname: fullName(driver), car_number, mobile_number, is_removed: removed_at !== null };
};

/** The found driver in the form of a suggested one. */
export const suggestedOf = ({ driver, standing }: FoundDriver): SuggestedDriver => ({
  driver: caseDriverOf(driver),
  why: [],
  owed: standing?.owed ?? '0.00',
  due: standing?.due ?? [],
});

/** True of people who may look drivers up and see what they owe. */
export const useMayFind = (): boolean => {
  const { can } = useAbility();
  return can('drivers.search') && can('payments.read');
};

/** The driver whom a person finds for the open case, and what they owe now. */
export const useFoundDriver = () => {
  const [driver, setDriver] = useState<DriverSummary | null>(null);
  const { data, error } = useQuery({ ...owedQuery(driver?.id ?? ''), enabled: driver !== null });
  const found: FoundDriver | null = driver && { driver, standing: data, error };
  return { found, setDriver };
};

/** The plan of a driver's month, by which the price goes. */
function PlanOfDriver({ car }: { car: string }) {
  const { data } = useQuery(read(findDriverByCarNumber, { body: { car_number: car } }));
  if (!data) return null;
  const plan = planOf(planIn(data.driver.plans, today(new Date()).slice(0, 7)) ?? BASE_PLAN);
  return <> · {plan?.name} plan</>;
}

/** Of more fees the oldest are shown; later ones are counted. */
const MOST_SHOWN = 6;

/** Each fee with its price and the part that is paid: `SS Oct 2026: price GHS 300.00`. */
function FeesOwed({ due }: { due: readonly DueFee[] }) {
  return (
    <Stack component="ul" gap={0} style={{ listStyle: 'none' }}>
      {due.slice(0, MOST_SHOWN).map((fee) => (
        <li key={caseFee(fee)}>
          {caseFee(fee)}: price <strong>{formatMoney(fee.amount)}</strong>
          {partsText(fee) && `, ${partsText(fee)}`}
        </li>
      ))}
      {due.length > MOST_SHOWN && <li>and {due.length - MOST_SHOWN} later ones</li>}
    </Stack>
  );
}

/** The money beside a sum: `The money is GHS 100.00 more than they owe; that stays as credit.` */
export const differenceText = (left: string, sum: string, than: 'they owe' | 'is missing' | 'the price'): string => {
  const difference = toPesewas(left) - toPesewas(sum);
  const amount = formatMoney(fromPesewas(difference < 0n ? -difference : difference));
  if (difference === 0n) return `The money is exactly ${than === 'the price' ? than : `what ${than}`}.`;
  return difference > 0n
    ? `The money is ${amount} more than ${than}; that stays as credit.`
    : `The money is ${amount} less than ${than}.`;
};

type CardProps = { money: CaseMoney; found: FoundDriver; children: ReactNode };

/** The found driver with car, numbers, plan and unpaid fees, and the button that pays them. */
function FoundCard({ money, found, children }: CardProps) {
  const { driver, standing, error } = found;
  const card = useRef<HTMLDivElement>(null);
  const pay = useRef<HTMLButtonElement>(null);
  const isKnown = standing !== undefined;
  // The button that pays has the focus once the debt is known, so that Enter goes on.
  useEffect(() => {
    if (isKnown) (pay.current ?? card.current)?.focus();
  }, [isKnown]);
  const owes = standing && standing.owed !== '0.00';
  return (
    <Stack
      ref={card}
      tabIndex={-1}
      role="group"
      aria-label="The driver found"
      className="card"
      gap={4}
      p="sm"
      align="start"
    >
      <NameAndCar driver={caseDriverOf(driver)} />
      <p className="soft">
        {driver.driver_code} · {formatPhone(driver.mobile_number)}
        <PlanOfDriver car={driver.car_number} />
      </p>
      {error && !standing && <p role="alert">What they owe could not be loaded. {error.message}</p>}
      {!error && !standing && <p role="status">Loading what they owe...</p>}
      {standing && (
        <>
          <p>
            {owes ? (
              <>
                Owes <strong>{formatMoney(standing.owed)}</strong>:
              </>
            ) : (
              'Owes nothing.'
            )}
          </p>
          {owes && <FeesOwed due={standing.due} />}
          {owes && <p className="soft">{differenceText(money.left, standing.owed, 'they owe')}</p>}
          {standing.waiting !== '0.00' && (
            <p className="soft">
              {formatMoney(standing.waiting)} that they claimed waits:{' '}
              <Link to={`/payment_clearance?search=${driver.driver_code}`}>look at it</Link> first.
            </p>
          )}
        </>
      )}
      <Group gap="xs">
        {standing && <PayOwed ref={pay} money={money} one={suggestedOf(found)} keys="c" isMain />}
        {children}
      </Group>
    </Stack>
  );
}

const QUIET = { variant: 'default', size: 'compact-sm' } as const;
/** Without anybody suggested, finding the driver is the next step, to which c leads, too. */
const MAIN = { variant: 'filled', size: 'sm', 'aria-keyshortcuts': 'd c' } as const;
const FIELD = 'found_driver';

type Props = {
  money: CaseMoney;
  /** True where drivers are suggested above. */
  hasSuggested: boolean;
  found: FoundDriver | null;
  onFound: (driver: DriverSummary | null) => void;
};

/** Finds any driver for money without a claim, and pays what they owe. */
export function FindDriver({ money, hasSuggested, found, onFound }: Props) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) document.getElementById(fieldId(FIELD))?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    // The button is there again once the field has gone.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (!useMayFind()) return null;
  if (isOpen) {
    return (
      <section
        aria-label="Find the driver"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The page's own Esc closes the case.
          event.preventDefault();
          close();
        }}
      >
        <DriverFinder
          name={FIELD}
          onFound={(driver) => {
            onFound(driver);
            setOpen(false);
          }}
        />
        <Button {...QUIET} variant="subtle" mt={4} onClick={close}>
          Cancel
        </Button>
      </section>
    );
  }
  const button = (label: string, look: ButtonProps = QUIET) => (
    <Button aria-keyshortcuts="d" {...look} ref={opener} onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
  if (found) {
    return (
      <FoundCard key={found.driver.id} money={money} found={found}>
        {button('Another driver…')}
      </FoundCard>
    );
  }
  return <div>{hasSuggested ? button('Find another driver…') : button('Find the driver…', MAIN)}</div>;
}
