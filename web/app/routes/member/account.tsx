import { Page } from '~/components/page.tsx';
import styles from '~/features/identity/accounts/account.module.css';
import { OwnAccess } from '~/features/identity/accounts/own-access.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Password and Devices');

/** A member's or tenant's password and devices. */
export default function OwnAccount() {
  return (
    <Page title="Password and devices">
      <div className={styles.sections}>
        <OwnAccess />
      </div>
    </Page>
  );
}
