import { Page } from '~/components/page.tsx';
import styles from '~/features/identity/account.module.css';
import { ChangePasswordForm } from '~/features/identity/change-password-form.tsx';
import { OwnSessions } from '~/features/identity/own-sessions.tsx';
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
