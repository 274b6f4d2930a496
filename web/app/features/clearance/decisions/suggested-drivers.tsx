import {
  type CaseMoney,
  type CaseRecord,
  caseFee,
  formatMoney,
  formatPhone,
  fromPesewas,
  payOwed,
  type SuggestedDriver,
  shownName,
  toPesewas,
} from '@banbo/contract';
import { Stack } from '@mantine/core';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { useDecisions } from './case-flow.tsx';

type Props = {
  money: CaseMoney;
  one: SuggestedDriver;
  /** The keys that press the button. */
  keys: string;
  isMain: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** Why a driver is suggested: `reference GR 2-11, payer’s number`. */
const whyOf = ({ why, driver }: SuggestedDriver): string => {
  const words = {
    reference: `reference ${driver.car_number}`,
    number: `payer’s number ${formatPhone(driver.mobile_number)}`,
    name: 'payer’s name',
  };
  return why.map((one) => words[one]).join(', ');
};

/** The fees that the money would pay, one by one. */
export function PaidFees({ pays, amount }: { pays: ReturnType<typeof payOwed>; amount: string }) {
  const missing = pays.reduce((sum, fee) => sum + toPesewas(fee.missing), 0n);
  const over = toPesewas(amount) - missing;
  return (
    <Stack component="ul" gap={4}>
      {pays.map((fee) => {
        const part = toPesewas(fee.amount) < toPesewas(fee.missing);
        const paid = part ? fee.amount : fee.missing;
        return (
          <li key={caseFee(fee)}>
            <strong>{formatMoney(paid)}</strong> for {caseFee(fee)}
            {part && `, of ${formatMoney(fee.missing)} missing: credit towards it`}
          </li>
        );
      })}
      {over > 0n && (
        <li>
          <strong>{formatMoney(fromPesewas(over))}</strong> stays as credit
        </li>
      )}
    </Stack>
  );
}

/** Pays what a driver owes, once the person has seen the fees. */
export function PayOwed({ money, one, keys, isMain, ref }: Props) {
  const { decideMoney } = useDecisions();
  const pays = payOwed(money.left, one.due);
  if (pays.length === 0) return null;
  const { driver, owed } = one;
  const body = { decision: 'pay_owed', driver_id: driver.id, left: money.left, owed } as const;
  return (
    <ChangeButton
      label="Pay what they owe"
      title={`Pay what ${shownName(driver.fullname)} owes?`}
      action={`Clear ${formatMoney(money.left)}`}
      button={{
        size: 'compact-sm',
        variant: isMain ? 'filled' : 'default',
        'aria-keyshortcuts': keys,
        ...(ref && { ref }),
      }}
      send={() => decideMoney(money.id, body)}
    >
      <p>
        {shownName(driver.fullname)}, {driver.car_number}, owes {formatMoney(owed)}. The oldest fee comes first:
      </p>
      <PaidFees pays={pays} amount={money.left} />
    </ChangeButton>
  );
}

/** A driver's name, which leads to their page, and the car. */
export function NameAndCar({ driver, place }: { driver: SuggestedDriver['driver']; place?: number }) {
  const { can } = useAbility();
  const name = shownName(driver.fullname);
  return (
    <p>
      {place !== undefined && (
        <>
          <kbd>{place}</kbd>{' '}
        </>
      )}
      {can('drivers.read') ? <Link to={`/view_driver/${driver.id}`}>{name}</Link> : name} · {driver.car_number}
    </p>
  );
}

type SuggestedProps = {
  record: CaseRecord;
  /** True once a person found a driver, who goes before those who are suggested. */
  hasFound: boolean;
};

/** Drivers whom unclaimed money may be for, each with why, what they owe, and a key. */
export function SuggestedDrivers({ record: { drivers, money, hindrance }, hasFound }: SuggestedProps) {
  if (!money || drivers.length === 0) return null;
  return (
    <section>
      <h3>Drivers that it may be for</h3>
      <Stack component="ol" gap="xs" mt={4}>
        {drivers.map((one, index) => (
          <Stack key={one.driver.id} component="li" className="card" gap={4} p="sm" align="start">
            <NameAndCar driver={one.driver} place={index + 1} />
            <p className="soft">
              {whyOf(one)} · owes <strong>{formatMoney(one.owed)}</strong>
            </p>
            {hindrance === null && (
              <PayOwed
                money={money}
                one={one}
                keys={index === 0 && !hasFound ? '1 c' : String(index + 1)}
                isMain={index === 0 && !hasFound}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </section>
  );
}
