import { Page } from '~/components/page.tsx';
import styles from '~/features/identity/accounts/account.module.css';
import { OwnProfileForm } from '~/features/identity/accounts/own-profile-form.tsx';
import { OwnSessions } from '~/features/identity/accounts/own-sessions.tsx';
import { ChangePasswordForm } from '~/features/identity/passwords/change-password-form.tsx';

export default function Profile() {
  return (
    <Page title="My Account">
      <div className={styles.sections}>
        <section className={styles.section}>
          <h2>My details</h2>
          <OwnProfileForm />
        </section>
        <section className={styles.section}>
          <h2>My password</h2>
          <div className={styles.narrow}>
            <ChangePasswordForm />
          </div>
        </section>
        <section className={styles.section}>
          <h2>My devices</h2>
          <OwnSessions />
        </section>
      </div>
    </Page>
  );
}
