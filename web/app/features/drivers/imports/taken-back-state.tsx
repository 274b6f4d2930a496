import { type DriverImport, formatInstant } from '@banbo/contract';
import { ImportBar } from '~/components/table-import/import-head.tsx';
import styles from '~/components/table-import/table-import.module.css';
import { counted } from '~/lib/counted.ts';

const WORDS = {
  label: 'Progress of the taking back',
  beginning: 'The taking back begins in a moment.',
  noun: 'drivers looked at',
};

/** How far the taking back of a list's drivers is, or what it came to. */
export function TakenBackState({ list: { taken_back } }: { list: DriverImport }) {
  if (taken_back === null) return null;
  const { status, drivers, ended_at, progress } = taken_back;
  if (status === 'running') return progress && <ImportBar progress={progress} words={WORDS} />;
  if (status === 'failed') {
    return (
      <p className={styles.problem} role="alert">
        The taking back stopped after {counted(drivers, 'driver')}. {progress?.failure} It can be begun again.
      </p>
    );
  }
  return (
    <p className={styles.note} role="status">
      {counted(drivers, 'driver')} of this list {drivers === 1 ? 'was' : 'were'} taken back, the last time on{' '}
      {ended_at && formatInstant(ended_at)}. Each can be restored from the driver’s page.
    </p>
  );
}
