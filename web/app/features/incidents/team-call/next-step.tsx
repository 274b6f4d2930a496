import type { TeamCall } from '@banbo/contract';
import { useEffect, useState } from 'react';
import styles from './team-call.module.css';
import type { TeamAnswer, TeamWord } from './team-link.ts';

/** Milliseconds in which a new button takes no press, as from the second of a double tap. */
const SETTLE_MS = 1_000;

/** The change that a team makes next. */
const NEXT: Readonly<Partial<Record<TeamCall['status'], { change: TeamWord; label: string }>>> = {
  sent: { change: 'accept', label: 'Accept: we go now' },
  accepted: { change: 'arrive', label: 'We are on scene' },
  on_scene: { change: 'finish', label: 'Done here…' },
};

/** True once a button is on the page for long enough to be meant by a press. */
const useSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
};

type Props = { call: TeamCall; tell: (change: TeamWord, words: string) => Promise<TeamAnswer> };

/** The button of the next change. Being done ends the link, so it is asked for twice. */
export function NextStep({ call: { status, number }, tell }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isSettled = useSettled();
  const next = NEXT[status];
  if (!next) return null;
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const { refusal } = await tell(next.change, said);
    setFailure(refusal);
    setBusy(false);
  };
  const press = (): void => {
    if (next.change === 'finish') setAsked(true);
    else void send();
  };
  return (
    <>
      {next.change !== 'accept' && (
        <label className={styles.said}>
          Message to the office, if there is one
          <textarea rows={2} maxLength={500} value={said} onChange={(event) => setSaid(event.target.value)} />
        </label>
      )}
      <div className={styles.low}>
        {failure !== null && (
          <p className="problem" role="alert">
            The office was not told. {failure}
          </p>
        )}
        {isAsked ? (
          <fieldset className={styles.question}>
            <legend>Are you done at {number}? This link ends then.</legend>
            <button type="button" className="button" disabled={isBusy} onClick={send}>
              {isBusy ? 'Telling the office…' : 'Yes, done'}
            </button>
            <button type="button" className="button quiet" disabled={isBusy} onClick={() => setAsked(false)}>
              Not yet
            </button>
          </fieldset>
        ) : (
          <button type="button" className={`button ${styles.next}`} disabled={isBusy || !isSettled} onClick={press}>
            {isBusy ? 'Telling the office…' : next.label}
          </button>
        )}
      </div>
    </>
  );
}
