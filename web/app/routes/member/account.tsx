import { Page } from '~/components/page/page.tsx';
import { SaveOwnData } from '~/features/drivers/privacy/save-personal-data.tsx';
import styles from '~/features/identity/accounts/account.module.css';
import { OwnAccess } from '~/features/identity/accounts/own-sessions.tsx';
import { titled } from '~/lib/known-site.ts';
import { useSession } from '~/lib/session-store.ts';

export const meta = titled('Password and Devices');

/** A member's or tenant's password and devices. */
export default function OwnAccount() {
  const session = useSession();
  return (
    <Page title="Password and devices">
      <div className={styles.sections}>
        <OwnAccess />
        {session?.role === 'Member' && (
          <section className={styles.section}>
            <h2>My data</h2>
            <p className={styles.note}>
              All that we hold of you, as one file. To have something corrected or erased, contact us.
            </p>
            <SaveOwnData />
          </section>
        )}
      </div>
    </Page>
  );
}
