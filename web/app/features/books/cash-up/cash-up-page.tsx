import {
  type CashUpCount,
  type CashUpRecord,
  denominationWords,
  formatDay,
  formatInstant,
  formatNet,
  fromPesewas,
  getCashUpPdf,
  getOwnCashUpPdf,
  groupThousands,
  showCashUp,
  showOwnCashUp,
  toPesewas,
} from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { openFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useLive } from '~/lib/live/use-live.ts';
import styles from './cash-up.module.css';
import { CashUpForm } from './cash-up-form.tsx';
import { CashUpBadge } from './cash-up-table.tsx';

const factsOf = (cashUp: CashUpRecord): Fact[] => {
  const { day, clerk, clerk_name, handed_in_at, agreed_by, agreed_at, is_alone, entry, all_counts } = cashUp;
  const [last] = all_counts;
  return [
    ['Cash of', formatDay(day)],
    ['Counted by', `${clerk_name} (${clerk}), ${formatInstant(handed_in_at)}`],
    ...doneBy('Approved by', agreed_by, agreed_at, is_alone),
    ...(entry === null ? [] : [['Entry of the difference', entry] as const]),
    ...(last ? [['The books at that moment', `Entry ${last.head_entry}, hash ${last.head_hash}`] as const] : []),
  ];
};

function CountTable({ count, isLast }: { count: CashUpCount; isLast: boolean }) {
  const { attempt, handed_in_at, reason, pieces } = count;
  const sums = [
    ['Counted', count.counted],
    ['Expected by the books', count.expected],
    ['Difference', count.difference],
  ] as const;
  return (
    <Box component="section" my="lg" aria-label={`Count ${attempt}`}>
      <h2>{isLast ? 'Count' : `Count ${attempt}, ${formatInstant(handed_in_at)}`}</h2>
      {reason !== null && <p>Counted again. {reason}</p>}
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">Note or coin</th>
            <th scope="col" className={styles.amount}>
              Pieces
            </th>
            <th scope="col" className={styles.amount}>
              GHS
            </th>
          </tr>
        </thead>
        <tbody>
          {pieces.map((one) => (
            <tr key={`${one.value}-${one.kind}`}>
              <td>{denominationWords(one)}</td>
              <td className={styles.amount}>{one.pieces}</td>
              <td className={styles.amount}>
                {groupThousands(fromPesewas(toPesewas(one.value) * BigInt(one.pieces)))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, sum]) => (
            <tr key={label} className={styles.total}>
              <th scope="row" colSpan={2}>
                {label}
              </th>
              <td className={styles.amount}>{formatNet(sum)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </Box>
  );
}

type Whose = { id: string; isOwn: boolean };

function CashUp({ id, isOwn }: Whose) {
  const [isCounting, setCounting] = useState(false);
  useLive(['approvals'], () => refresh('cash_ups', 'own_cash_ups'));
  const printing = useAction({
    run: () => openFile(isOwn ? getOwnCashUpPdf : getCashUpPdf, { params: { id } }),
    says: (name) => `${name} is open. Print it from there.`,
  });
  return (
    <RecordPage
      of="cash-up"
      query={{ ...read(isOwn ? showOwnCashUp : showCashUp, { params: { id } }), staleTime: 0 }}
      all={isOwn ? { to: '/cash_up', label: 'My cash-ups' } : { to: '/cash_ups', label: 'All cash-ups' }}
      title={({ number }) => `Cash-Up ${number}`}
      actions={
        <Button variant="default" loading={printing.isPending} onClick={() => printing.mutate()}>
          Print
        </Button>
      }
    >
      {(cashUp) =>
        isCounting && cashUp.status === 'refused' ? (
          <CashUpForm again={cashUp} onSaved={() => setCounting(false)} />
        ) : (
          <Box maw="52rem">
            <Box mb="md">
              <CashUpBadge status={cashUp.status} reason={cashUp.status_reason} />
            </Box>
            <FactList facts={factsOf(cashUp)} />
            {cashUp.approval_id !== null && (
              <Box mt="sm">
                <WaitingApproval id={cashUp.approval_id}>Another person approves the difference</WaitingApproval>
              </Box>
            )}
            {cashUp.status === 'refused' && cashUp.is_own && (
              <Group mt="md">
                <Button onClick={() => setCounting(true)}>Count again</Button>
              </Group>
            )}
            {cashUp.all_counts.map((count, n) => (
              <CountTable key={count.attempt} count={count} isLast={n === 0} />
            ))}
          </Box>
        )
      }
    </RecordPage>
  );
}

/** A cash-up of any clerk. */
export const CashUpPage = ({ id }: { id: string }) => <CashUp id={id} isOwn={false} />;

/** A cash-up of the person's own, which they count again where it was not approved. */
export const OwnCashUpPage = ({ id }: { id: string }) => <CashUp id={id} isOwn />;
