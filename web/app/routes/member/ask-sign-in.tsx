import { AskForSignIn } from '~/features/identity/sign-in/ask-for-sign-in.tsx';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('Ask for a Sign-In');

export default function AskSignIn() {
  return (
    <>
      <h1 id="sign-in-title">Ask for a Sign-In</h1>
      <p className={styles.lead}>For tenants who cannot sign in yet. Our office looks at what you enter.</p>
      <AskForSignIn />
    </>
  );
}
