import {
  CreditReturn,
  type DriverStanding,
  feeName,
  formatMoney,
  PAYMENT_STATUS_LABELS,
  returnCredit,
  toPesewas,
  useCredit as useCreditEndpoint,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { partsText, shownFee } from '~/components/payments/fee-parts.ts';
import { feeToName, WaiveFee, WriteOffDebts } from '~/components/payments/give-up-fees.tsx';
import { RefundQuestion } from '~/components/payments/refund-question.tsx';
import { PrintButton } from '~/components/print/print-button.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './driver-money.module.css';
import { BroughtUntil, DebtLines, NextDue, StandingFigures } from './standing-parts.tsx';

type UseCreditProps = { driverId: string; fee: DriverStanding['due'][number]; credit: string };

/** Pays a due fee from the driver's credit, after asking. */
function UseCredit({ driverId, fee, credit }: UseCreditProps) {
  const key = useIdempotencyKey();
  const { amount, waiting } = fee;
  const name = feeName(fee);
  const pay = async () => {
    const body = feeToName(fee);
    const params = { id: driverId };
    const answer = await change(useCreditEndpoint, { params, body, idempotencyKey: key.keyFor(body) });
    key.forget();
    return answer;
  };
  return (
    <ChangeButton
      label="Pay from credit"
      title={`Pay ${name} from the credit?`}
      button={{ size: 'compact-sm', 'aria-label': `Pay ${name} from credit` }}
      send={pay}
    >
      {formatMoney(amount)} of the credit of {formatMoney(credit)} pays it whole. It can be returned.
      {waiting !== '0.00' &&
        ` A claim of ${formatMoney(waiting)} waits for the same fee: its money, if it came, can then only become credit.`}
    </ChangeButton>
  );
}

type ReturnCreditProps = { driverId: string; useId: string; fee: Covered };

/** Returns a fee's money to the credit, or takes a waiver back, after asking for the reason. */
function ReturnCredit({ driverId: id, useId: use_id, fee: { waived, ...fee } }: ReturnCreditProps) {
  const isWaived = fee.covered_by === 'waived';
  const title = `${isWaived ? 'Take back the waiver of' : 'Return the credit for'} ${feeName(fee)}`;
  return (
    <ChangeButton
      label={isWaived ? 'Take back' : 'Return'}
      title={`${title}?`}
      reason={{ schema: CreditReturn, seenBy: 'Stays in the audit log.' }}
      button={{ size: 'compact-sm', 'aria-label': title }}
      send={(reason) => change(returnCredit, { params: { id, use_id }, body: { reason } })}
    >
      <p>
        The fee is due again{isWaived && `, with the ${formatMoney(waived)} that was waived`}. Money that paid it is the
        driver’s credit. That credit pays nothing by itself until other money comes or somebody uses it.
      </p>
    </ChangeButton>
  );
}

/** How a fee is covered. */
function CoverBadge({ fee: { covered_by, waived } }: { fee: Covered }) {
  if (covered_by === 'waived') return <StatusBadge tone="waiting">{`${formatMoney(waived)} waived`}</StatusBadge>;
  return <StatusBadge tone="good">{covered_by === 'credit' ? 'From credit' : 'Paid'}</StatusBadge>;
}

type Props = { driverId: string; standing: DriverStanding };

const keyOf = ({ payment_type, payment_year, payment_month }: DriverStanding['due'][number] | Covered): string =>
  `${payment_type} ${payment_year} ${payment_month}`;

type Covered = DriverStanding['covered'][number];

function Dues({ driverId, isRemoved, standing }: Props & { isRemoved: boolean }) {
  const { can } = useAbility();
  const { due, unpriced_years, credit, waiver_approval_id: waits } = standing;
  return (
    <>
      {unpriced_years.map((year) => (
        <p key={year} role="status">
          There is no price for {year} yet, so its fees are not counted.
        </p>
      ))}
      {due.length === 0 && !credit.startsWith('-') ? (
        <p>{unpriced_years.length === 0 ? 'Nothing is due.' : 'Nothing else is due.'}</p>
      ) : (
        <ul className={`ruled ${styles.fees}`}>
          {due.map((fee) => (
            <li key={keyOf(fee)}>
              <span>
                {shownFee(fee)}
                {partsText(fee) && <small>{partsText(fee)}</small>}
                {fee.waiting !== '0.00' && <small>{formatMoney(fee.waiting)} waits to be cleared</small>}
              </span>
              {fee.payable && !isRemoved && can('payments.clear') && (
                <UseCredit driverId={driverId} fee={fee} credit={credit} />
              )}
              {waits === null && !isRemoved && (
                <WaiveFee driverId={driverId} fee={fee} name={feeName(fee)} waiting={fee.waiting} />
              )}
              <strong>{formatMoney(fee.amount)}</strong>
            </li>
          ))}
          <DebtLines standing={standing} owes="Owes" />
        </ul>
      )}
      {waits !== null && (
        <WaitingApproval id={waits}>A waiver or write-off waits for approval by another person</WaitingApproval>
      )}
      {waits === null && due.length > 0 && (
        <Group mt="xs">
          <WriteOffDebts driverId={driverId} />
        </Group>
      )}
    </>
  );
}

/** A year, with the two fees that are paid once. */
const SHOWN_AT_FIRST = 14;

function CoveredFees({ driverId, standing: { covered, brought_until, next_due } }: Props) {
  const { can } = useAbility();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? covered : covered.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <NextDue next={next_due} />
      <BroughtUntil month={brought_until} />
      {covered.length === 0 && brought_until === null && <p>Nothing is paid for yet.</p>}
      <ul className={`ruled ${styles.fees}`}>
        {shown.map((fee) => (
          <li key={keyOf(fee)}>
            <span>{shownFee(fee)}</span>
            {fee.credit_use_id !== null && can('payments.clear') && (
              <ReturnCredit driverId={driverId} useId={fee.credit_use_id} fee={fee} />
            )}
            <CoverBadge fee={fee} />
          </li>
        ))}
      </ul>
      {shown.length < covered.length && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setShowsAll(true)}>
          Show all {covered.length}
        </Button>
      )}
    </>
  );
}

type MoneyProps = {
  id: string;
  /** The person and number that a refund begins with. */
  paidTo?: string;
  /** Of a removed driver debts are written off, and nothing else is decided. */
  isRemoved?: boolean;
};

/** One driver's money for staff, month by month: paid, waiting, credit and owed. */
export function DriverMoney({ id, paidTo = '', isRemoved = false }: MoneyProps) {
  const { data, instead } = useRecord('payments', driverStandingQuery(id));
  if (!data) return instead;
  const figures = [
    { label: PAYMENT_STATUS_LABELS.cleared, amount: data.paid },
    { label: WAITING_TO_BE_CLEARED, amount: data.waiting },
    { label: 'Credit', amount: data.credit },
    { label: 'Owes', amount: data.owed, isDebt: data.owed !== '0.00' },
  ];
  return (
    <section aria-labelledby="money-title" className={styles.money}>
      <div className="row apart ruled-title">
        <h2 id="money-title" className="large">
          Payments and debts
        </h2>
        <span className="row small not-printed">
          <Link to="/refunds">Refunds</Link>
          <Link to="/arrears">All who owe</Link>
          <PrintButton />
        </span>
      </div>
      <StandingFigures figures={figures} />
      {toPesewas(data.credit) > 0n && (
        <Group gap="sm" mb="lg">
          <RefundQuestion from="credit" id={id} of="the credit" paidTo={paidTo} />
        </Group>
      )}
      <div className="tiles">
        <div>
          <h3>Due</h3>
          <Dues driverId={id} isRemoved={isRemoved} standing={data} />
        </div>
        <div>
          <h3>Paid for</h3>
          <CoveredFees driverId={id} standing={data} />
        </div>
      </div>
    </section>
  );
}
