import { useSearchParams } from 'react-router';
import { LeftBoardNotice } from '~/components/trouble/left-board-notice.tsx';
import { LoginForm } from '~/features/identity/sign-in/login-form.tsx';
import { SignInOrGoOn } from '~/features/identity/sign-in/sign-in-or-go-on.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { safePath } from '~/lib/session/safe-path.ts';

export const meta = titled('User Login');

/** The page after signing in, when no page was asked for. */
const DEFAULT_TARGET = '/dashboard';

export default function Login() {
  const [query] = useSearchParams();
  const target = safePath(query.get('from')) ?? DEFAULT_TARGET;
  return (
    <>
      <h1 id="sign-in-title">User Login</h1>
      <p className={styles.lead}>For the company's staff.</p>
      <LeftBoardNotice />
      <SignInOrGoOn kind="staff" target={target}>
        <LoginForm target={target} />
      </SignInOrGoOn>
    </>
  );
}
