import { isStaffRole } from '@banbo/contract';
import { Page } from '~/components/page/page.tsx';
import { Dashboard } from '~/features/reports/dashboard/dashboard.tsx';
import { PeriodChoice } from '~/features/reports/dashboard/periods.tsx';
import { longDay } from '~/features/reports/dashboard/words.ts';
import { useAbility } from '~/lib/ability.ts';
import { useSession } from '~/lib/session-store.ts';
import { useToday } from '~/lib/use-today.ts';

export default function DashboardPage() {
  const session = useSession();
  const today = useToday();
  const { can } = useAbility();
  if (!session || !isStaffRole(session.role)) return null;
  return (
    <Page
      title="Dashboard"
      lead={`${today ? `${longDay(today)} · ` : ''}Welcome, ${session.fullname}.`}
      actions={can('payments.read') && <PeriodChoice />}
    >
      <Dashboard role={session.role} />
    </Page>
  );
}
