import { type AnswerOf, type CaptureMomo, type captureMomo, formatMoney, shownName } from '@banbo/contract';
import { Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { PanelTitle } from '~/components/payments/desk/money-fields.tsx';
import { ReceiptActions, receiptWords } from '~/components/payments/receipt-actions.tsx';
import { TransactionName } from '~/components/payments/transaction-name.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './capture.module.css';

type Captured = AnswerOf<typeof captureMomo>;
/** Money that was captured since the page was opened. */
type Sat = Captured & Pick<CaptureMomo, 'transaction_id' | 'amount' | 'payer_name' | 'reference'> & { key: number };

const RESULTS = {
  cleared: ['good', 'Cleared'],
  differs: ['waiting', 'Waits'],
  no_claim: ['waiting', 'No claim yet'],
  already: ['plain', 'Already known'],
  asked: ['waiting', 'Waits for approval'],
} as const;

/** The money that was captured since the page was opened, the newest first. */
export const useSitting = () => {
  const [captured, setCaptured] = useState<readonly Sat[]>([]);
  const note = (body: CaptureMomo, answer: Captured): void =>
    setCaptured((before) => [{ ...body, ...answer, key: before.length }, ...before]);
  return { captured, note };
};

function Line({ money }: { money: Sat }) {
  const { can } = useAbility();
  const {
    transaction_id,
    amount,
    payer_name = '',
    reference = '',
    result,
    message,
    payment_ids,
    receipts,
    transfer_id,
  } = money;
  const [tone, words] = RESULTS[result];
  return (
    <li>
      <div className={styles.line}>
        <strong>{formatMoney(amount)}</strong>
        <span>{payer_name === '' ? '–' : shownName(payer_name)}</span>
        <span>{reference}</span>
        <TransactionName id={transaction_id} />
        <StatusBadge tone={tone}>{words}</StatusBadge>
        <Group gap="xs" justify="end" wrap="nowrap">
          {receipts.length > 0 && <ReceiptActions paymentIds={payment_ids} of={receiptWords(receipts)} />}
          {transfer_id !== null && can('payments.read') && (
            <Link to={`/money_received/${transfer_id}`} aria-label={`Mistake in ${transaction_id}? Open the money`}>
              Mistake?
            </Link>
          )}
        </Group>
      </div>
      <p className="soft">
        {message}{' '}
        {result === 'no_claim' && transfer_id !== null && can('payments.clear') && (
          <Link to={`/payment_clearance?case=T${transfer_id}`} aria-label={`Open the case of ${transaction_id}`}>
            Open the case
          </Link>
        )}
      </p>
    </li>
  );
}

/** Lists the money of the sitting, with its receipts and the way to correct it. */
export function Sitting({ captured }: { captured: readonly Sat[] }) {
  if (captured.length === 0) return null;
  return (
    <section className="card" aria-label="Captured just now">
      <PanelTitle>{`Captured just now: ${captured.length}`}</PanelTitle>
      <ul className={styles.lines}>
        {captured.map((money) => (
          <Line key={money.key} money={money} />
        ))}
      </ul>
    </section>
  );
}
