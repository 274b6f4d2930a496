import { CASE_REASON_LABELS, groupThousands } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '~/components/trouble/states.tsx';
import { count } from '~/lib/counted.ts';
import { BarList } from './bar-list.tsx';
import styles from './dashboard.module.css';
import { casesQuery } from './dashboard-queries.ts';
import { Panel, Waiting } from './panel.tsx';

/** Why claims and money wait, each reason with its list. */
export function CasesByReason() {
  const { data, error, refetch } = useQuery(casesQuery);
  const reasons = (data?.reasons ?? []).filter((one) => one.count > 0).sort((one, other) => other.count - one.count);
  return (
    <Panel title="Waiting to be cleared, by reason">
      {error && !data && <LoadError message={error.message} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data && reasons.length === 0 && <p className={styles.soft}>Nothing waits.</p>}
      <BarList
        bars={reasons.map(({ reason, count: number, amount }) => ({
          key: reason,
          label: CASE_REASON_LABELS[reason],
          text: `${count(number)} · ${groupThousands(amount)}`,
          size: number,
          to: `/payment_clearance?reason=${reason}`,
        }))}
      />
    </Panel>
  );
}
