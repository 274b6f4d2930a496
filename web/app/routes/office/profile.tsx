import styles from '~/features/identity/accounts/account.module.css';
import { OwnProfileForm } from '~/features/identity/accounts/own-profile-form.tsx';
import { OwnAccess, OwnSignIns } from '~/features/identity/accounts/own-sessions.tsx';
import { OwnSecondFactorPanel } from '~/features/identity/second-factor/own-second-factor.tsx';

export default function Profile() {
  return (
    <div className={styles.sections}>
      <section className={styles.section}>
        <h2>My details</h2>
        <OwnProfileForm />
      </section>
      <OwnAccess />
      <section className={styles.section}>
        <h2>My second factor</h2>
        <OwnSecondFactorPanel />
      </section>
      <section className={styles.section}>
        <h2>My last sign-ins</h2>
        <OwnSignIns />
      </section>
    </div>
  );
}
