import { formatMoney, fromPesewas, type MergePreview, toPesewas } from '@banbo/contract';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, RowHead } from '~/components/data-table/table-parts.tsx';
import { shownFee } from '~/components/payments/fee-parts.ts';
import { counted } from '~/lib/counted.ts';
import styles from './merging.module.css';

/** Why a merge waits for another person's approval; null where it does not. */
export const waitsFor = ({ lost, paid_twice }: MergePreview): string | null => {
  const reasons = [
    ...(paid_twice.some(({ transaction_id }) => transaction_id !== null) ? ['a payment becomes credit'] : []),
    ...(lost.count > 0 ? ['debts are not owed any more'] : []),
    ...(lost.pays === '0.00' ? [] : ['debts of the record that stays are paid']),
  ];
  return reasons.length === 0 ? null : `You ask for it, since ${reasons.join(' and ')}.`;
};

const listOf = (fees: MergePreview['credit_after']['pays']): string =>
  new Intl.ListFormat('en-GB').format(fees.map((fee) => `${shownFee(fee)} (${formatMoney(fee.amount)})`));

/** Where the credit of the record that stays goes. */
const afterwards = ({ kept: { driver_code }, credit_after: { pays, left, is_held } }: MergePreview): string => {
  const rest = `${formatMoney(left)} of credit is left.`;
  if (is_held)
    return `${driver_code} has ${formatMoney(left)} of credit then. It pays nothing by itself, since staff returned credit.`;
  return pays.length === 0
    ? `${driver_code} has ${formatMoney(left)} of credit then, which pays no due fee.`
    : `The credit pays ${listOf(pays)} at once. ${rest}`;
};

/** The fees that both have paid, and what becomes of their money. */
export function FeesPaidTwice({ preview }: { preview: MergePreview }) {
  const { kept, paid_twice } = preview;
  if (paid_twice.length === 0) return null;
  const sum = fromPesewas(paid_twice.reduce((total, { amount }) => total + toPesewas(amount), 0n));
  return (
    <>
      <h2 id="twice">
        Both have paid {counted(paid_twice.length, 'fee')}: {formatMoney(sum)} becomes credit
      </h2>
      <div className={`card ${styles.scroll}`}>
        {/* biome-ignore lint/a11y/noRedundantRoles: browsers drop the role where rows are grids */}
        <table role="table" className={styles.records} aria-labelledby="twice">
          <HeadRow>
            <ColumnHead>Fee</ColumnHead>
            <ColumnHead>Paid again by</ColumnHead>
            <ColumnHead>Becomes credit</ColumnHead>
          </HeadRow>
          <RowGroup as="tbody">
            {paid_twice.map((one) => (
              <Row key={shownFee(one)}>
                <RowHead>{shownFee(one)}</RowHead>
                <Cell>
                  {one.driver_code}, {one.transaction_id ?? 'from its credit'}
                </Cell>
                <Cell>{formatMoney(one.amount)}</Cell>
              </Row>
            ))}
          </RowGroup>
        </table>
      </div>
      <p>
        Each of these fees stays paid once. The other money becomes credit of {kept.driver_code}: it can pay other fees,
        or be refunded. {afterwards(preview)}
      </p>
    </>
  );
}
