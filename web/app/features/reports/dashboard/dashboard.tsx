import type { StaffRole } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '~/components/trouble/states.tsx';
import { useAbility } from '~/lib/ability.ts';
import { ArrearsByAge } from './arrears-by-age.tsx';
import { CasesByReason } from './cases-by-reason.tsx';
import styles from './dashboard.module.css';
import { dashboardQuery, useLiveDashboard } from './dashboard-queries.ts';
import { Headline } from './headline.tsx';
import { JustNow } from './just-now.tsx';
import { NeedsSomebody } from './needs-somebody.tsx';
import { OwnPages } from './own-pages.tsx';
import { ReceivedByDay } from './received-by-day.tsx';
import { ReceivedByType } from './received-by-type.tsx';

/** How the business stands, as it changes: to each role what it may see. */
export function Dashboard({ role }: { role: StaffRole }) {
  const { can } = useAbility();
  useLiveDashboard();
  const { data, error, refetch } = useQuery(dashboardQuery);
  if (error && !data) return <LoadError message={error.message} onRetry={refetch} />;
  const seesMoney = can('payments.read');
  return (
    <>
      <Headline />
      <div className={styles.panels}>
        {seesMoney && <ReceivedByDay />}
        {seesMoney && <ReceivedByType />}
        {seesMoney ? <NeedsSomebody /> : <OwnPages role={role} />}
        {(seesMoney || can('drivers.read')) && <JustNow />}
        {can('payments.clear') && <CasesByReason />}
        {seesMoney && <ArrearsByAge />}
      </div>
    </>
  );
}
