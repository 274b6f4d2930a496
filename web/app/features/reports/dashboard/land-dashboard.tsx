import { isStaffRole } from '@banbo/contract';
import { Grid } from '@mantine/core';
import { Page } from '~/components/page/page.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { useToday } from '~/lib/use-today.ts';
import { OwnPages } from './dashboard.tsx';
import { LandSection, OwnRights } from './land-section.tsx';
import { longDay } from './words.ts';

/** The dashboard of the land side, under its heading: its name and the day. */
export function LandDashboardPage() {
  const session = useSession();
  const today = useToday();
  const { can } = useAbility();
  if (!session || !isStaffRole(session.role)) return null;
  const person = { role: session.role, permissions: session.permissions };
  const seesLand = can('land.read') || can('land.answer');
  return (
    <Page title={today === undefined ? 'Land Dashboard' : `Land Dashboard, ${longDay(today)}`}>
      <Grid gap="sm">
        {seesLand ? (
          <LandSection />
        ) : (
          <>
            <OwnRights />
            <OwnPages person={person} />
          </>
        )}
      </Grid>
    </Page>
  );
}
