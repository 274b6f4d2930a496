import { useLocation, useSearchParams } from 'react-router';
import { type Asked, MemberPasswordForm } from '~/features/identity/passwords/member-password-form.tsx';
import { useSecretFragment } from '~/features/identity/passwords/secret-fragment.ts';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

export const meta = titled('Password Setup');

export default function MemberPassword() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const secrets = useSecretFragment();
  // The built page has no address.
  const isHydrated = useHydrated();
  const code = isHydrated ? secrets.code : '';
  const car = isHydrated ? secrets.car || (query.get('car') ?? '') : '';
  const asked: Asked | null = (isHydrated && state?.asked) || null;
  return (
    <>
      <h1 id="sign-in-title">Password Setup</h1>
      <p className={styles.lead}>Choose the password you will sign in with.</p>
      <MemberPasswordForm key={`${isHydrated} ${code}`} car={car} code={code} asked={asked} />
    </>
  );
}
