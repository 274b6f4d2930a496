import { useState } from 'react';
import type { CallLine, LineView } from './call-line.ts';
import { CallStepList } from './call-step-list.tsx';
import { clockTime, stepsOfCall, warningOfCall } from './call-steps.ts';
import { ConfirmCode } from './confirm-code.tsx';
import { NumbersToCall, useCallInstead } from './numbers-to-call.tsx';
import type { GpsState } from './places.ts';
import styles from './sos.module.css';
import { Unanswered, useSeconds } from './unanswered.tsx';

const GPS: Record<GpsState, string> = {
  off: '',
  looking: 'Looking for your position…',
  found: 'Position found.',
  denied: 'No position: this browser may not give it. Tell the office where you are.',
  missing: 'No position: this phone gives none. Tell the office where you are.',
};

const placeInWords = ({ gps, accuracy, state }: LineView): string => {
  if (state?.placed_at) return `The office has your position of ${clockTime(state.placed_at, true)}.`;
  return gps === 'found' && accuracy !== null ? `Position found, within ${accuracy} m.` : GPS[gps];
};

function Warning({ view }: { view: LineView }) {
  const now = useSeconds();
  const instead = useCallInstead();
  const words = warningOfCall(view, now);
  if (words === null) return null;
  return (
    <p className={styles.warning} role="alert">
      <strong>{words}</strong> {instead}
    </p>
  );
}

/** Some browsers wake the site's worker when there is network; others need the page. */
const goesOnClosed = (): boolean => 'SyncManager' in window && 'serviceWorker' in navigator;

const AFTER_CLOSING = {
  yes: 'You may close this page: this phone sends the call when it has network.',
  no: 'Keep this page open: this phone sends the call when it has network.',
} as const;

function Safe({ view: { call, state }, line }: { view: LineView; line: CallLine }) {
  const [isAsked, setIsAsked] = useState(false);
  if (state?.is_safe_noted) return <p>You said that you are safe. The office still calls you back.</p>;
  if (call?.is_safe) return <p>You said that you are safe. The office learns it as soon as there is network.</p>;
  if (!isAsked)
    return (
      <button type="button" className={`button quiet ${styles.wide}`} onClick={() => setIsAsked(true)}>
        I am safe…
      </button>
    );
  return (
    <fieldset className={styles.question}>
      <legend>Tell the office that you are safe? They still call you back.</legend>
      <button type="button" className="button" onClick={line.sayBeingSafe}>
        Yes, I am safe
      </button>
      <button type="button" className="button quiet" onClick={() => setIsAsked(false)}>
        No
      </button>
    </fieldset>
  );
}

type Props = { view: LineView; line: CallLine; waited: number | null };

/** A call on its way: what has happened, what to do meanwhile, and the word of safety. */
export function OpenCall({ view, line, waited }: Props) {
  const { call, state, heardAt } = view;
  const place = placeInWords(view);
  return (
    <>
      {state?.is_drill && (
        <p className={styles.drill}>
          <strong>Drill.</strong> This is only an exercise.
        </p>
      )}
      {waited !== null && <Unanswered waited={waited} isSent={call?.state === 'sent'} tried={state?.tried} />}
      <Warning view={view} />
      <CallStepList steps={stepsOfCall(view)} />
      {call && (
        <p className={styles.facts}>
          {place} {heardAt !== null && `Last heard ${clockTime(heardAt, true)}.`}{' '}
          {call.state === 'waiting' && AFTER_CLOSING[goesOnClosed() ? 'yes' : 'no']}
        </p>
      )}
      <div className={styles.low}>
        {waited === null && <NumbersToCall />}
        {call && <ConfirmCode secret={call.secret} mayConfirm={state?.may_confirm ?? false} onKnown={line.look} />}
        {call ? (
          <Safe view={view} line={line} />
        ) : (
          <button type="button" className={`button ${styles.wide}`} onClick={line.clear}>
            Close
          </button>
        )}
      </div>
    </>
  );
}
