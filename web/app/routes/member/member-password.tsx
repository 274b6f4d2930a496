import { useLocation, useSearchParams } from 'react-router';
import { MemberPasswordForm } from '~/features/identity/member-password-form.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Password Setup');

export default function MemberPassword() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  return (
    <>
      <h1 className={styles.title} id="sign-in-title">
        Password Setup
      </h1>
      <p className={styles.lead}>Choose the password you will sign in with.</p>
      <MemberPasswordForm car={query.get('car') ?? ''} isTexted={state?.isTexted === true} />
    </>
  );
}
