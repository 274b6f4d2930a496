import { Link, useLocation } from 'react-router';
import styles from '../board.module.css';
import { type BoardConnection, useBoardConnection } from './board-stream.ts';

/** Says in red that calls for help may be missed, as long as nothing is told. */
export function LostBanner() {
  const { state } = useBoardConnection();
  const { pathname } = useLocation();
  const isOut: Partial<Record<BoardConnection['state'], true>> = { lost: true, ended: true };
  return (
    <div className={styles.lost} role="alert" data-lost={isOut[state]}>
      {state === 'lost' && (
        <p>
          <strong>Lost the connection: calls for help may be missed.</strong> This page tries again by itself. Keep the
          phone beside you until this message goes.
        </p>
      )}
      {state === 'ended' && (
        <p>
          <strong>Your session has ended: calls for help may be missed.</strong> What you typed stays.{' '}
          <Link to={`/login?from=${encodeURIComponent(pathname)}`}>Sign in again</Link>
        </p>
      )}
    </div>
  );
}
