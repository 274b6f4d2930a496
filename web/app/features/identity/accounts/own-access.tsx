import { ChangePasswordForm } from '../passwords/change-password-form.tsx';
import styles from './account.module.css';
import { OwnSessions } from './own-sessions.tsx';

/** The person's password and the devices on which they are signed in. */
export function OwnAccess() {
  return (
    <>
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
    </>
  );
}
