import { useLiveState } from '~/lib/live/use-live.ts';
import styles from './live-state.module.css';

const WORDS = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
} as const;

const TITLES = {
  connecting: 'Connecting to the server',
  live: 'This page updates by itself',
  lost: 'The server cannot be reached right now, so this page may be out of date',
} as const;

/** The top bar's note on whether changes show by themselves. */
export function LiveState() {
  const state = useLiveState();
  if (state === 'off') return null;
  return (
    <span className={styles.state} role="status" data-state={state} title={TITLES[state]}>
      <span className={styles.words}>{WORDS[state]}</span>
    </span>
  );
}
