import { smsLength } from '@banbo/contract';
import styles from './templates.module.css';

/** The length of a text as it is paid, and the character that makes it longer, where there is one. */
export function SmsLength({ text, most }: { text: string; most: number }) {
  const { parts, used, room, outside } = smsLength(text);
  const messages = parts === 1 ? '1 text message' : `${parts} text messages`;
  return (
    <p className={styles.length} data-bad={parts > most || undefined} role="status">
      {messages}, {used} characters, room for {room} more.
      {outside !== null && (
        <>
          {' '}
          <strong>“{outside}”</strong> is not in the alphabet of text messages: each holds 70 characters instead of 160.
        </>
      )}
    </p>
  );
}
