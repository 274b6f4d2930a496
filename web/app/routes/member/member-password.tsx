import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Asked, MemberPasswordForm, SIGN_IN } from '~/features/identity/member-password-form.tsx';
import { PasswordIsSet } from '~/features/identity/password-is-set.tsx';
import { useForgetSecrets, useSecretFragment } from '~/features/identity/secret-fragment.ts';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Password Setup');

export default function MemberPassword() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { code, car } = useSecretFragment();
  const forgetSecrets = useForgetSecrets();
  const [isSet, setIsSet] = useState(false);
  const asked: Asked | null = state?.asked ?? null;
  const onSet = () => {
    forgetSecrets();
    setIsSet(true);
  };
  return (
    <>
      <h1 className={styles.title} id="sign-in-title">
        Password Setup
      </h1>
      <p className={styles.lead}>Choose the password you will sign in with.</p>
      <MemberPasswordForm key={code} car={car || (query.get('car') ?? '')} code={code} asked={asked} onSet={onSet} />
      {/* Outside the form, which starts anew without its code. */}
      <PasswordIsSet opened={isSet} onOk={() => navigate(SIGN_IN, { replace: true })}>
        Sign in with your car number, your driver code and your new password.
      </PasswordIsSet>
    </>
  );
}
