import { arrearsAgeLabel, groupThousands } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '~/components/trouble/states.tsx';
import { counted } from '~/lib/counted.ts';
import { BarList } from './bar-list.tsx';
import styles from './dashboard.module.css';
import { arrearsQuery } from './dashboard-queries.ts';
import { Panel, Waiting } from './panel.tsx';

/** The debts of drivers, by how long they have owed it. */
export function ArrearsByAge() {
  const { data, error, refetch } = useQuery(arrearsQuery);
  const ages = data?.ages.filter((one) => one.count > 0) ?? [];
  return (
    <Panel title="Owed by drivers, by age">
      {error && !data && <LoadError message={error.message} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data && ages.length === 0 && <p className={styles.soft}>Nobody owes anything.</p>}
      <BarList
        bars={ages.map(({ age, count, amount }) => ({
          key: age,
          label: arrearsAgeLabel(age),
          text: `${groupThousands(amount)} · ${counted(count, 'driver')}`,
          size: Number(amount),
          to: `/arrears?age=${age}`,
        }))}
      />
    </Panel>
  );
}
