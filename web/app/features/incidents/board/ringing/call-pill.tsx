import { changeIncident } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { belongsElsewhere } from '~/lib/use-page-key.ts';
import { clockText, useServerNow } from '../clock.ts';
import { byGrade, callName, openNotifiedBy, type Ringing } from './attention.ts';
import { useBoardConnection, useBoardStream } from './board-stream.ts';
import styles from './call-pill.module.css';
import { useSoundByTouch } from './shift-bar.tsx';
import { useSound } from './siren.ts';
import { useWatchingAt } from './watching.ts';

const BOARD = '/response_request';

/** Milliseconds for which a call that has just come cannot be acknowledged by its key. */
const NEW_MS = 700;

/** Runs `act` by `a`, or by Alt A also while typing, before any key of the page. */
const useCallKey = (isHere: boolean, act: () => void): void => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isHere) return;
    const press = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyA' || event.repeat || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!event.altKey && belongsElsewhere(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [isHere]);
};

type PillProps = { call: Ringing; others: number; onTaken: (call: Ringing) => void };

/** The gravest call that rings here, with how long ago it came, and the button that takes it. */
function RingingPill({ call, others, onTaken }: PillProps) {
  const { at, heardAt } = useBoardConnection();
  const now = useServerNow(at, heardAt);
  const { state } = useSound();
  // The board has a key and a button of its own for the emergency that it shows.
  const isBoard = useLocation().pathname.startsWith(BOARD);
  const came = useRef(performance.now());
  const { isPending, mutate } = useAction({
    isOfEveryPage: true,
    run: () => change(changeIncident, { params: { id: call.id }, body: { change: 'acknowledge' } }),
    says: ({ message }) => message,
    onDone: () => onTaken(call),
  });
  useCallKey(!isBoard, () => {
    if (!isPending && performance.now() - came.current >= NEW_MS) mutate();
  });
  const name = callName(call);
  return (
    <section className={styles.pill} aria-label="Call for help" aria-live="assertive" data-call>
      <Link to={`${BOARD}/${call.id}`} className={styles.call} title={state === 'running' ? undefined : SILENT}>
        <span className={styles.name}>{name}</span>
        {call.raised_at !== undefined && (
          // A count that is read out each second would be all that one hears.
          <span aria-hidden>{clockText(now - Date.parse(call.raised_at))}</span>
        )}
        {others > 0 && <span className={styles.others}>+{others}</span>}
        {state !== 'running' && <span className={styles.silent}>no sound</span>}
      </Link>
      {!isBoard && (
        <button
          type="button"
          className={styles.take}
          aria-keyshortcuts="a Alt+a"
          disabled={isPending}
          onClick={() => mutate()}
        >
          <kbd aria-hidden>a</kbd>
          <span>acknowledge</span>
          <span className="visually-hidden"> {name}</span>
        </button>
      )}
    </section>
  );
}

const SILENT = 'The browser keeps this page silent until you click on it.';

/** Calls for help in the frame of every page, for those who may answer (incidents.md, rule 40). */
export function CallPill() {
  const mayAnswer = useAbility().can('incidents.answer');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { ringing, state } = useBoardConnection();
  const [taken, setTaken] = useState<Ringing | null>(null);
  useBoardStream(mayAnswer);
  useWatchingAt(pathname, mayAnswer && !pathname.startsWith(BOARD));
  useSoundByTouch(useSound().state !== 'running');
  useEffect(() => openNotifiedBy((id) => void navigate(`${BOARD}/${id}`)), [navigate]);
  useEffect(() => {
    if (pathname.startsWith(BOARD)) setTaken(null);
  }, [pathname]);
  const [first] = [...ringing].sort(byGrade);
  if (mayAnswer && first)
    return <RingingPill key={first.id} call={first} others={ringing.length - 1} onTaken={setTaken} />;
  if (mayAnswer && state === 'lost')
    return (
      <p className={styles.pill} role="status" data-call>
        <span className={styles.call}>No connection: calls for help may be missed</span>
      </p>
    );
  return (
    taken && (
      <Link to={`${BOARD}/${taken.id}`} className={styles.taken} data-call>
        Open {callName(taken)}
      </Link>
    )
  );
}
