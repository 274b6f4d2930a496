import { useSearchParams } from 'react-router';
import { useSecretFragment } from '~/features/identity/passwords/secret-fragment.ts';
import { TenantPasswordForm } from '~/features/identity/passwords/tenant-password-form.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

export const meta = titled('Password Setup');

export default function TenantPassword() {
  const [query] = useSearchParams();
  const secrets = useSecretFragment();
  // The built page has no address.
  const isHydrated = useHydrated();
  const code = isHydrated ? secrets.code : '';
  const username = isHydrated ? (query.get('user') ?? '') : '';
  return (
    <>
      <h1 id="sign-in-title">Password Setup</h1>
      <p className={styles.lead}>Choose the password you will sign in with.</p>
      <TenantPasswordForm key={`${isHydrated} ${code}`} username={username} code={code} />
    </>
  );
}
