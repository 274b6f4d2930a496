import { formatPhone, MAX_PHONE_LENGTH, type ScannedCard, shownName } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { SiteMark } from '~/components/site/site-name.tsx';
import { CallStepList } from '../sos/call-step-list.tsx';
import { headOfCall, stepsOfCall } from '../sos/call-steps.ts';
import { NumbersToCall, useCallInstead } from '../sos/numbers-to-call.tsx';
import type { GpsState } from '../sos/places.ts';
import styles from '../sos/sos.module.css';
import { Unanswered, useUnanswered } from '../sos/unanswered.tsx';
import { useScannedCard } from './use-scanned-card.ts';

const PLACE: Record<GpsState, string> = {
  off: '',
  looking: 'Looking for your position…',
  found: 'The office gets your position while this page is open.',
  denied: 'No position: this browser may not give it. Please call and say where you are.',
  missing: 'No position: this phone gives none. Please call and say where you are.',
};

/** Kin and blood group, which the office lets this page show. */
function Released({ released: { fullname, kin, blood_group } }: { released: NonNullable<ScannedCard['released']> }) {
  return (
    <section className={styles.drill} aria-label="From the office" aria-live="polite">
      <p>
        The driver is <strong>{shownName(fullname)}</strong>.
        {blood_group !== null && (
          <>
            {' '}
            Blood group <strong>{blood_group.replace('-', '−')}</strong>.
          </>
        )}
      </p>
      {kin && (
        <p>
          {shownName(kin.relationship)}: <strong>{shownName(kin.name)}</strong>{' '}
          <a href={`tel:${kin.mobile_number}`}>Call {formatPhone(kin.mobile_number)}</a>
        </p>
      )}
      <p className={styles.facts}>For those who help. That it was shown to you is on record.</p>
    </section>
  );
}

type FormProps = {
  isTelling: boolean;
  problem: string | null;
  onTell: (said: { phone: string; words: string }) => void;
};

function TellForm({ isTelling, problem, onTell }: FormProps) {
  const [said, setSaid] = useState({ phone: '', words: '' });
  return (
    <form
      className={styles.low}
      onSubmit={(event) => {
        event.preventDefault();
        onTell(said);
      }}
    >
      {problem !== null && (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
      <label className={styles.field}>
        What happened (optional)
        <input
          value={said.words}
          maxLength={300}
          onChange={({ target }) => setSaid((before) => ({ ...before, words: target.value }))}
        />
      </label>
      <label className={styles.field}>
        Your phone number, to call you back (optional)
        <input
          type="tel"
          autoComplete="tel"
          value={said.phone}
          maxLength={MAX_PHONE_LENGTH}
          onChange={({ target }) => setSaid((before) => ({ ...before, phone: target.value }))}
        />
      </label>
      <button type="submit" className={`button ${styles.wide}`} disabled={isTelling}>
        {isTelling ? 'Sending…' : 'Tell them where I am'}
      </button>
    </form>
  );
}

function Scanned({ code }: { code: string }) {
  const { card, refused, problem, trouble, isTelling, pressedAt, gps, tell } = useScannedCard(code);
  const instead = useCallInstead();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = card?.call ?? null;
  const isOpen = state !== null;
  const waited = useUnanswered(pressedAt, state);
  // The form is gone, and keyboards and screen readers go on from the news.
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <header className={styles.bar}>
        <SiteMark className={styles.mark} />
        <Link to="/" className={styles.barLink}>
          Home
        </Link>
      </header>
      <main id="content" className={styles.main}>
        {isOpen && (
          <h1 className={styles.news} ref={heading} tabIndex={-1}>
            {headOfCall({ call: null, state, trouble: null }, waited !== null)}
          </h1>
        )}
        <div className={styles.body}>
          {!isOpen && <h1 className={styles.title}>Did this car crash?</h1>}
          {!isOpen && refused === null && (
            <p className={styles.lead}>
              If somebody is hurt, call first. Then tell our response team where you are: they know this car.
            </p>
          )}
          {refused !== null && (
            <p className={styles.warning} role="alert">
              {refused}
            </p>
          )}
          {trouble !== null && refused === null && (
            <p className={styles.warning} role="alert">
              <strong>{isTelling ? 'Not sent yet. We keep trying.' : 'The office does not hear this phone.'}</strong>{' '}
              {instead}
            </p>
          )}
          {waited !== null && <Unanswered waited={waited} isSent={isOpen} tried={state?.tried} />}
          {state && <CallStepList steps={stepsOfCall({ call: null, state, trouble: null })} />}
          {card?.released && <Released released={card.released} />}
          {isOpen && <p className={styles.facts}>{PLACE[gps]}</p>}
          {waited === null && <NumbersToCall />}
          {!isOpen && refused === null && <TellForm isTelling={isTelling} problem={problem} onTell={tell} />}
        </div>
      </main>
    </div>
  );
}

/** The page of a windscreen's sticker: numbers to call, and a word to the office. */
export function CrashCardPage() {
  const { code = '' } = useParams();
  return <Scanned key={code} code={code} />;
}
