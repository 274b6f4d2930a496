import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { EmptyState } from '~/components/trouble/states.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import type { Guard } from '~/lib/session/guards.ts';
import { rememberedKinds, useSession } from '~/lib/session/session-store.ts';
import { useStartPage } from '~/lib/session/start-page.ts';
import { isStaffSession, OfficeFrame } from './layout.tsx';
import { SignedOutFrame } from './signed-out.tsx';

export const meta = titled('Unauthorized User');

/** Restores staff's session after a reload. Without an answer, the page is a stranger's. */
const findSession: Guard = async () => {
  const { restoreSession } = await import('~/lib/session/session.ts');
  if (rememberedKinds().includes('staff')) await restoreSession('staff').catch(() => null);
};
export const clientMiddleware = [findSession];

const TITLE = 'Unauthorized User';
const WORDS =
  'You are not authorized to see this page. Ask the system administrator if you need it, or sign in as somebody else who may.';

function WayOn() {
  const start = useStartPage();
  return (
    start && (
      <Link to={start.to} className="button">
        {start.way}
      </Link>
    )
  );
}

function Links() {
  const start = useStartPage();
  return (
    <p className={`row ${styles.links}`}>
      <Link to="/contact">Contact the system admin</Link>
      <Link to="/admin/login" state={{ wantsForm: true }}>
        {start ? 'Sign in as somebody else' : 'Go to the sign-in page'}
      </Link>
    </p>
  );
}

/** Refuses a page: to staff within the office, to others on the sign-in pages' card. */
export default function Unauthorized() {
  const session = useSession();
  if (isStaffSession(session)) {
    return (
      <OfficeFrame session={session}>
        <Page title={TITLE}>
          <EmptyState>
            <p>{WORDS}</p>
            <WayOn />
            <Links />
          </EmptyState>
        </Page>
      </OfficeFrame>
    );
  }
  return (
    <SignedOutFrame>
      <h1>{TITLE}</h1>
      <p className={styles.lead}>{WORDS}</p>
      <WayOn />
      <Links />
    </SignedOutFrame>
  );
}
