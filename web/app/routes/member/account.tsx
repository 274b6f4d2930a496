import { Page } from '~/components/page.tsx';
import styles from '~/features/identity/accounts/account.module.css';
import { OwnSessions } from '~/features/identity/accounts/own-sessions.tsx';
import { ChangePasswordForm } from '~/features/identity/passwords/change-password-form.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Password and Devices');

/** A member's or tenant's password and devices. */
export default function OwnAccount() {
  return (
    <Page title="Password and devices">
      <div className={styles.sections}>
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
