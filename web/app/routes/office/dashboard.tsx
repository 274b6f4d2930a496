import { Page } from '~/components/page.tsx';
import { Figures } from '~/features/reports/figures.tsx';
import { PricesMissing } from '~/features/reports/prices-missing.tsx';
import { TextsHeld } from '~/features/reports/texts-held.tsx';
import { useSession } from '~/lib/session-store.ts';

export default function Dashboard() {
  const session = useSession();
  if (!session) return null;
  return (
    <Page title="Dashboard" lead={`Welcome, ${session.fullname}.`}>
      <TextsHeld />
      <PricesMissing />
      <Figures />
    </Page>
  );
}
