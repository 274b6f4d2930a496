import { useNavigate, useSearchParams } from 'react-router';
import { SetUp } from '~/features/identity/second-factor/set-up.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { secondFactorGuard } from '~/lib/session/guards.ts';
import { safePath } from '~/lib/session/safe-path.ts';
import { renewSession } from '~/lib/session/session.ts';

export const meta = titled('Second Factor');

export const clientMiddleware = [secondFactorGuard];

/** Staff whose role needs a second factor set it up here before anything else. */
export default function SecondFactor() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const goOn = async () => {
    // The renewed session knows that the factor is set up.
    await renewSession().catch(() => null);
    await navigate(safePath(query.get('from')) ?? '/dashboard', { replace: true });
  };
  return (
    <>
      <h1 id="sign-in-title">Second Factor</h1>
      <p className={styles.lead}>
        Your role needs one: besides your password, signing in takes a code that your phone shows. Set it up now, and go
        on.
      </p>
      <SetUp hasApp={false} onDone={() => void goOn()} onCancel={() => void navigate('/logout')} cancel="Sign out" />
    </>
  );
}
