import { useSearchParams } from 'react-router';
import { SignInOrGoOn } from '~/features/identity/sign-in/sign-in-or-go-on.tsx';
import { TenantLoginForm } from '~/features/identity/sign-in/tenant-login-form.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { safePath } from '~/lib/session/safe-path.ts';

export const meta = titled('Tenant Login');

export default function TenantLogin() {
  const [query] = useSearchParams();
  const target = safePath(query.get('from')) ?? '/tenant';
  return (
    <>
      <h1 id="sign-in-title">Tenant Login</h1>
      <p className={styles.lead}>For the tenants of the land side.</p>
      <SignInOrGoOn kind="tenant" target={target}>
        <TenantLoginForm target={target} />
      </SignInOrGoOn>
    </>
  );
}
