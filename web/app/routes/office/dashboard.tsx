import { Page } from '~/components/page.tsx';
import { Figures } from '~/features/dashboard/figures.tsx';
import { titled } from '~/lib/page-title.ts';
import { useSession } from '~/lib/session-store.ts';

export const meta = titled('Dashboard');

export default function Dashboard() {
  const session = useSession();
  if (!session) return null;
  return (
    <Page title="Dashboard" lead={`Welcome, ${session.fullname}.`}>
      <Figures role={session.role} />
    </Page>
  );
}
