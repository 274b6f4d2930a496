import { Page } from '~/components/page.tsx';
import styles from '~/features/identity/account.module.css';
import { ChangePasswordForm } from '~/features/identity/change-password-form.tsx';
import { OwnProfileForm } from '~/features/identity/own-profile-form.tsx';
import { OwnSessions } from '~/features/identity/own-sessions.tsx';

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
