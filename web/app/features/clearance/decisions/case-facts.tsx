import {
  type CaseClaim,
  type CaseMoney,
  type CaseRecord,
  caseFee,
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  fromPesewas,
  networkName,
  PAYMENT_MODE_LABELS,
  TRANSFER_STATUS_LABELS,
  toPesewas,
  twinOf,
} from '@banbo/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { feeMoneyFacts } from '~/components/payments/fee-parts.ts';
import { ReceiptLink } from '~/components/payments/receipt-link.tsx';
import { IdOrCheque } from '~/components/payments/transaction-name.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import styles from './clearance.module.css';

function Block({ title, tone, children }: { title: ReactNode; tone?: 'missing' | 'bad'; children: ReactNode }) {
  return (
    <section className={styles.block} data-tone={tone}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export function ClaimBlock({ claim }: { claim: CaseClaim }) {
  const { claimed_amount, amount, is_credit, status } = claim;
  return (
    <Block title={`Claim · ${formatInstant(claim.claimed_at)}`}>
      <p>
        <strong>{formatMoney(claimed_amount ?? amount)}</strong> for {caseFee(claim)},{' '}
        <IdOrCheque id={claim.transaction_id} />
        {claim.claimed_network !== null && `, the payer chose ${networkName(claim.claimed_network)}`}
      </p>
      {status === 'cleared' && (
        <p>
          Cleared with {formatMoney(amount)}
          {is_credit ? ' as the driver’s credit' : ''}.
        </p>
      )}
      {(status === 'cleared' || status === 'reversed') && (
        <p>
          Receipt: <ReceiptLink payment={claim} />
        </p>
      )}
      {claim.status_reason !== null && <p>Reason: {claim.status_reason}</p>}
    </Block>
  );
}

const HOW = {
  capture: 'captured',
  desk: 'received at the desk',
  statement: 'from a statement',
  prompt: 'paid by prompt',
} as const;

const capturedBy = ({ source, captured_by, captured_at }: CaseMoney): string =>
  `${HOW[source]}${captured_by === null ? '' : ` by ${captured_by}`}, ${formatInstant(captured_at)}`;

/** A cheque has nothing to leave before its bank has paid it. */
const leftText = ({ status, amount, left }: CaseMoney): string => {
  if (status === 'pending') return ', waits for the bank';
  if (left === amount) return '';
  return `, ${left === '0.00' ? 'nothing' : formatMoney(left)} left`;
};

type MoneyProps = { money: CaseMoney | null; named?: CaseRecord['named_driver']; claimed?: string };

/** The money that came, if any. `named` is the other driver whose car is its reference. */
export function MoneyBlock({ money, named = null, claimed }: MoneyProps) {
  if (!money) {
    return (
      <Block title="Money received" tone="missing">
        <p>None with this transaction ID yet.</p>
      </Block>
    );
  }
  const isOther = claimed !== undefined && claimed !== money.left && money.status === 'open';
  return (
    <>
      <Block
        title={`${PAYMENT_MODE_LABELS[money.mode]} received · ${formatDay(money.received_on)}`}
        {...((isOther || named) && { tone: 'bad' as const })}
      >
        <p>
          <strong className={isOther ? styles.bad : undefined}>{formatMoney(money.amount)}</strong>
          {leftText(money)}
          {money.reference !== '' && `, reference ${money.reference}`}, <IdOrCheque id={money.transaction_id} />
          {/* An ID that two networks have names its network itself. */}
          {money.network !== null && twinOf(money.transaction_id) === null && ` of ${networkName(money.network)}`}
        </p>
        {named && (
          <p>
            The payer wrote the car of{' '}
            <strong className={styles.bad}>
              {named.fullname} ({named.car_number})
            </strong>
            , not this claim’s.
          </p>
        )}
        <p className="soft">
          {[money.payer_name, money.payer_number && formatPhone(money.payer_number), capturedBy(money)]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
        {money.status_reason !== null && (
          <p>
            {TRANSFER_STATUS_LABELS[money.status]}: {money.status_reason}
          </p>
        )}
        <p>
          <Link to={`/money_received/${money.id}`}>All about this money</Link>
        </p>
      </Block>
      <StatementBlock money={money} />
    </>
  );
}

/** Names the statement that lacks the money, or shows it going out again. */
export const MissingIn = ({ money: { missing_in, received_on, taken_back_on } }: { money: CaseMoney }) => (
  <>
    <Link to={`/statement_import/${missing_in}`}>Statement {missing_in}</Link>{' '}
    {taken_back_on !== null ? (
      <>
        shows that the network <strong>took it back</strong> on {formatDay(taken_back_on)}.
      </>
    ) : (
      <>
        covers {formatDay(received_on)} and <strong>does not have it</strong>.
      </>
    )}
  </>
);

function StatementBlock({ money }: { money: CaseMoney }) {
  const { statement_amount, amount, difference_accepted, statement_day, received_on, is_shown_ended } = money;
  if (money.missing_since !== null) {
    return (
      <Block title="Statement" tone="bad">
        <p>
          <MissingIn money={money} />
        </p>
      </Block>
    );
  }
  if (statement_amount === null) {
    return (
      <Block title="Statement" tone="missing">
        <p>No statement shows it yet.</p>
      </Block>
    );
  }
  const isSame = statement_amount === amount;
  const otherDay = statement_day !== null && statement_day !== received_on ? formatDay(statement_day) : null;
  return (
    <Block title="Statement" {...((!isSame || otherDay !== null || is_shown_ended) && { tone: 'bad' as const })}>
      <p>
        <strong className={isSame ? undefined : styles.bad}>{formatMoney(statement_amount)}</strong>
        {isSame && otherDay === null ? ', the same' : ''}
        {otherDay !== null && (
          <>
            {' '}
            of <strong className={styles.bad}>{otherDay}</strong>
          </>
        )}
        {difference_accepted && ', and what was recorded was kept'}
      </p>
      {is_shown_ended && <p>It ended as money that never came.</p>}
    </Block>
  );
}

/** The price, a waiting claim’s difference, what is paid and missing, and the driver’s debt. */
export function Comparison({ claim, money }: { claim: CaseClaim; money: CaseMoney | null }) {
  const isWaiting = claim.status === 'submitted';
  // Of a cheque that waits, the claim has its own part; none of it is left yet.
  const compared = money && money.status !== 'pending' ? money.left : claim.amount;
  const rest = isWaiting && claim.amount_due !== null ? toPesewas(compared) - toPesewas(claim.amount_due) : null;
  const difference =
    rest === null || rest === 0n ? null : (
      <strong className={rest < 0n ? styles.bad : undefined}>
        {rest > 0n ? '+' : '−'}
        {formatMoney(fromPesewas(rest < 0n ? -rest : rest))}
      </strong>
    );
  const [price, ...others] = feeMoneyFacts(claim);
  return <FactList facts={[price, ...(difference ? [['Difference', difference] as const] : []), ...others]} />;
}
