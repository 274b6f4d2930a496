import { type SosState, spanText } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { clockTime, unansweredMs } from './call-steps.ts';
import { CallNow } from './numbers-to-call.tsx';
import styles from './sos.module.css';

/** Milliseconds on this phone's clock, each second. */
export const useSeconds = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/**
 * For how long a call has waited without an answer, in ms, once that is worth a word; or null.
 * `pressedAt` is in ms on this phone's clock, null without a call.
 */
export const useUnanswered = (pressedAt: number | null, state: SosState | null): number | null =>
  unansweredMs(pressedAt, state, useSeconds());

type Props = { waited: number; isSent: boolean; tried: SosState['tried'] };

/** Says that nobody has answered, with the way to call instead, and what was tried. */
export function Unanswered({ waited, isSent, tried }: Props) {
  return (
    <section className={styles.unanswered} aria-label="No answer yet">
      <p role="alert">
        {isSent ? 'Nobody in our office has answered yet.' : 'Your call is not sent yet.'} Please call.
      </p>
      <CallNow />
      <p>
        {spanText(waited)} since you pressed. {isSent ? 'We keep ringing.' : 'We keep trying.'}
      </p>
      {tried && (
        <ul className={styles.tried} aria-label="What was tried">
          {tried.map(({ at, words }) => (
            <li key={`${at} ${words}`}>
              <time dateTime={at}>{clockTime(at, true)}</time> {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
