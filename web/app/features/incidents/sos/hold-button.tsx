import { useId } from 'react';
import styles from './hold-button.module.css';
import { type HoldState, useHold } from './use-hold.ts';

const SAYS: Record<HoldState, string> = {
  idle: 'Hold for two seconds',
  holding: 'Keep holding…',
  cancelled: 'Too early: nothing was sent.',
  done: 'Sending…',
};

type Props = {
  onHeld: () => void;
  /** Says why a press does nothing yet; null if it may begin. */
  mayStart: () => boolean;
};

/** The large button that is held, with a ring that fills meanwhile. */
export function HoldButton({ onHeld, mayStart }: Props) {
  const { state, handlers } = useHold(onHeld, mayStart);
  const hint = useId();
  return (
    <div className={styles.place}>
      <button type="button" className={styles.button} data-hold={state} aria-describedby={hint} {...handlers}>
        <svg className={styles.ring} viewBox="0 0 100 100" aria-hidden="true">
          <circle className={styles.track} cx="50" cy="50" r="46" />
          <circle className={styles.fill} cx="50" cy="50" r="46" pathLength="1" />
        </svg>
        <span className={styles.disc}>
          SOS <span className="visually-hidden">Call for help</span>
        </span>
      </button>
      <p id={hint} className={styles.hint} role="status">
        {SAYS[state]}
      </p>
    </div>
  );
}
