import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { recallSession } from '~/lib/session/recall-session.ts';
import { currentSession, rememberedKinds, type SessionKind, useSession } from '~/lib/session/session-store.ts';
import { START_PAGES } from '~/lib/session/start-page.ts';
import styles from '../sign-in.module.css';

type Props = {
  kind: SessionKind;
  /** The page first asked for, or the person's own. */
  target: string;
  /** The form. */
  children: ReactNode;
};

/**
 * A sign-in form, or the way on for a person who is signed in already; it decides as it opens. A
 * form that is shown stays while it signs the person in. A link with the state `wantsForm` asks for
 * the form.
 */
export function SignInOrGoOn({ kind, target, children }: Props) {
  const [shown, setShown] = useState<'form' | 'question' | 'way on'>('form');
  const session = useSession();
  const wantsForm = useLocation().state?.wantsForm === true;
  const frame = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);

  useLayoutEffect(() => {
    if (wantsForm || !rememberedKinds().includes(kind)) return;
    const left = new AbortController();
    const decide = () => {
      if (!left.signal.aborted) setShown(currentSession()?.kind === kind ? 'way on' : 'form');
    };
    setShown('question');
    void recallSession(kind, left.signal).then(decide);
    return () => left.abort();
  }, [kind, wantsForm]);

  useEffect(() => {
    if (shown === 'form' && takesFocus.current) frame.current?.querySelector('input')?.focus();
  }, [shown]);

  if (shown === 'question') return <p role="status">Checking whether you are signed in...</p>;
  if (shown === 'form' || session?.kind !== kind) return <div ref={frame}>{children}</div>;
  const showForm = () => {
    takesFocus.current = true;
    setShown('form');
  };
  return (
    <>
      <p className="notice">
        You are signed in as <strong>{session.fullname}</strong>.
      </p>
      <div className={`row ${styles.ways}`}>
        <Link to={target} replace className="button">
          {START_PAGES[kind].way}
        </Link>
        <Link to="/logout" className="button quiet">
          Sign out
        </Link>
      </div>
      <button type="button" className={styles.link} onClick={showForm}>
        Sign in as somebody else
      </button>
    </>
  );
}
