import { formatPhone } from '@banbo/contract';
import { useSite } from '~/components/site/site-info.ts';
import styles from '../sign-in.module.css';

/**
 * Names the people to ask about a forgotten password: for staff, no text or mail goes out by itself, so that none can
 * be faked. It is the same for every username, also for none.
 */
export function Forgotten() {
  const { company_name, mobile_numbers, email } = useSite();
  const [phone = ''] = mobile_numbers;
  return (
    <details className={styles.forgotten}>
      <summary>Forgot your password?</summary>
      <p>
        Ask an administrator whose role is above yours, a SuperAdmin or SystemAdmin of {company_name}. They open your
        record under System Users and give you a new link, with which you set a new password. They also help when your
        phone with the codes is lost.
      </p>
      <p>
        You reach the office at{' '}
        {phone && (
          <>
            <a href={`tel:${phone}`}>{formatPhone(phone)}</a> or{' '}
          </>
        )}
        <a href={`mailto:${email}`}>{email}</a>. They know you, so ask in person or call: nobody sends you a link that
        you did not ask for.
      </p>
      <p>
        The only SuperAdmin asks the person who runs the server for <code>npm run unlock -- USERNAME</code>, which
        prints a link.
      </p>
    </details>
  );
}
