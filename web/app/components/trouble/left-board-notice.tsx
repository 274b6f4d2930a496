import { leftBoard } from '~/lib/session/left-board.ts';
import { useShared } from '~/lib/shared-value.ts';
import styles from './states.module.css';

/** Says where people sign in that the emergency board is open no longer, and may ring on. */
export function LeftBoardNotice() {
  const left = useShared(leftBoard);
  if (left === null) return null;
  const silence = (): void => {
    left.silence();
    leftBoard.set(null);
  };
  return (
    <div className={`${styles.line} ${styles.apart}`} role="alert">
      <p>
        Your session has ended: the emergency board is closed and calls for help may be missed. Sign in to go on. What
        you typed is still there.
      </p>
      {left.ringing > 0 && (
        <p>
          {left.ringing === 1 ? 'A call for help still rings.' : `${left.ringing} calls for help still ring.`}{' '}
          <button type="button" className="text-button" onClick={silence}>
            Silence this page
          </button>
        </p>
      )}
    </div>
  );
}
