import { useLocation } from 'react-router';
import { PasswordSetupForm } from '~/features/identity/passwords/password-setup-form.tsx';
import { readSetupQuery, useSecretFragment } from '~/features/identity/passwords/secret-fragment.ts';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

export const meta = titled('Password Setup');

export default function SetPassword() {
  const { search } = useLocation();
  const { code } = useSecretFragment();
  // The built page has no address.
  const isHydrated = useHydrated();
  const user = readSetupQuery(isHydrated ? search : '');
  return (
    <>
      <h1 id="sign-in-title">Password Setup</h1>
      <p className={styles.lead}>Choose the password you will sign in with.</p>
      <PasswordSetupForm key={`${isHydrated} ${code}`} user={user} code={isHydrated ? code : ''} />
    </>
  );
}
