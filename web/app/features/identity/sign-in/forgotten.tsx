import styles from '../sign-in.module.css';

/**
 * Names the people to ask about a forgotten password: for staff, no text or mail goes out by itself, so that none can
 * be faked.
 */
export function Forgotten() {
  return (
    <details className={styles.forgotten}>
      <summary>Forgot your password?</summary>
      <p>
        Ask an administrator whose role is above yours to open your record under System Users and make a new invitation.
        With its link you set a new password.
      </p>
      <p>
        The only SuperAdmin asks who runs the server for <code>npm run unlock -- USERNAME</code>, which prints a link.
      </p>
    </details>
  );
}
