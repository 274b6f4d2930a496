import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHead } from '../parts/page-head.tsx';
import { PlainArea, PlainField } from '../parts/plain-field.tsx';
import { useRunning } from '../parts/use-running.ts';
import {
  type ChatErrors,
  chatAddress,
  checkChat,
  ERROR_SHOWN_MS,
  lacksCountryCode,
  lengthError,
  MAX_LENGTH,
} from './chat-message.ts';
import styles from './send-message.module.css';

/** Hands number and text to the chat service in a new window. */
export function SendMessage() {
  const running = useRunning();
  const [search] = useSearchParams();
  const [mobileNumber, setMobileNumber] = useState('');
  const [message, setMessage] = useState('');
  const [errors, setErrors] = useState<ChatErrors>({});

  // A text handed over by another page; read after the first paint, as the built page has none.
  const given = search.get('message');
  useEffect(() => {
    if (given) setMessage(given.slice(0, MAX_LENGTH));
  }, [given]);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const timer = setTimeout(() => setErrors({}), ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [errors]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = checkChat({ mobileNumber, message });
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    window.open(chatAddress({ mobileNumber, message }), '_blank', 'noopener');
  };

  return (
    <>
      <PageHead title="Send Message" lead="Opens WhatsApp in a new window with your message typed in." />
      <form className={styles.form} onSubmit={send} noValidate>
        <noscript>
          <p className={styles.notice}>This form needs JavaScript. You can write the message in WhatsApp itself.</p>
        </noscript>
        <PlainField
          name="mobileNumber"
          label="Mobile Number"
          type="tel"
          autoComplete="tel"
          value={mobileNumber}
          onChange={setMobileNumber}
          error={errors.mobileNumber}
          hint={
            lacksCountryCode(mobileNumber)
              ? 'WhatsApp needs the country code: write 233 instead of the first 0.'
              : 'With the country code, like +233 24 123 4567.'
          }
        />
        <PlainArea
          name="message"
          label="Message"
          rows={4}
          maxLength={MAX_LENGTH}
          value={message}
          onChange={setMessage}
          error={errors.message ?? lengthError(message)}
          hint={
            <span className={styles.counter}>
              {message.length}/{MAX_LENGTH}
            </span>
          }
        />
        <button type="submit" className="button" disabled={!running}>
          Send
        </button>
      </form>
    </>
  );
}
