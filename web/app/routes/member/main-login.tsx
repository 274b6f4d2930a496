import { Link, useSearchParams } from 'react-router';
import { TENANT_SIGN_IN } from '~/components/site/site-header.tsx';
import { MemberLoginForm } from '~/features/identity/sign-in/member-login-form.tsx';
import { SignInOrGoOn } from '~/features/identity/sign-in/sign-in-or-go-on.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { safePath } from '~/lib/session/safe-path.ts';

export const meta = titled('Member sign-in');

export default function MainLogin() {
  const [query] = useSearchParams();
  const target = safePath(query.get('from')) ?? '/member';
  return (
    <>
      <h1 id="sign-in-title">Member sign-in</h1>
      <p className={styles.lead}>
        For registered drivers. Tenants of land sign in at <Link to={TENANT_SIGN_IN.to}>{TENANT_SIGN_IN.label}</Link>.
      </p>
      <SignInOrGoOn kind="member" target={target}>
        <MemberLoginForm target={target} />
      </SignInOrGoOn>
    </>
  );
}
