import { useSearchParams } from 'react-router';
import styles from '~/features/identity/sign-in.module.css';
import { TenantLoginForm } from '~/features/identity/tenant-login-form.tsx';
import { titled } from '~/lib/page-title.ts';
import { safePath } from '~/lib/safe-path.ts';

export const meta = titled('Tenant Login');

export default function TenantLogin() {
  const [query] = useSearchParams();
  return (
    <>
      <h1 className={styles.title} id="sign-in-title">
        Tenant Login
      </h1>
      <p className={styles.lead}>For the tenants of the land side.</p>
      <TenantLoginForm target={safePath(query.get('from')) ?? '/tenant'} />
    </>
  );
}
