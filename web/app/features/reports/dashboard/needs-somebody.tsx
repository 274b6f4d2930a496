import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '~/components/record/status-badge.tsx';
import { useAbility } from '~/lib/ability.ts';
import { PricesMissing } from '../prices-missing.tsx';
import { ServerClockAlarm } from '../server-clock.tsx';
import { TextsHeld } from '../texts-held.tsx';
import styles from './dashboard.module.css';
import { casesQuery, dashboardQuery } from './dashboard-queries.ts';
import { Panel } from './panel.tsx';
import { tasksOf } from './tasks.ts';

/** The one place for what waits for a person: each line says what it is and leads to where it is done. */
export function NeedsSomebody() {
  const { can } = useAbility();
  const { data } = useQuery(dashboardQuery);
  const { data: cases } = useQuery({ ...casesQuery, enabled: can('payments.clear') });
  const tasks = data ? tasksOf(data, cases?.reasons ?? [], can, new Date()) : [];
  return (
    <Panel title="Needs somebody" isWide>
      <ServerClockAlarm />
      <TextsHeld />
      <PricesMissing />
      {data && tasks.length === 0 && <p className={styles.soft}>Nothing waits for you here.</p>}
      <ul className={styles.tasks}>
        {tasks.map(({ about, tone, text, to }) => (
          <li key={text}>
            <StatusBadge tone={tone}>{about}</StatusBadge>
            <span>{text}</span>
            <Link to={to} aria-label={`Open: ${text}`}>
              Open
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
