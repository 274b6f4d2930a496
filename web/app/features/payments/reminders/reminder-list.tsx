import { formatPhone, type ReminderPreview } from '@banbo/contract';
import { Link } from 'react-router';
import { useAbility } from '~/lib/ability.ts';
import styles from './reminders.module.css';

/** Every text that would be sent, with whom it goes to. */
export function ReminderList({ reminders }: Pick<ReminderPreview, 'reminders'>) {
  const { can } = useAbility();
  return (
    <ol className={styles.texts} aria-label="Texts">
      {reminders.map(({ driver_id, driver_code, fullname, mobile_number, text, parts }) => (
        <li key={driver_id}>
          <p className={styles.to}>
            {can('drivers.read') ? <Link to={`/view_driver/${driver_id}`}>{fullname}</Link> : fullname}
            <span>{driver_code}</span>
            <span>{formatPhone(mobile_number)}</span>
            <span>{parts === 1 ? '1 text' : `${parts} texts`}</span>
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
