import { useQuery } from '@tanstack/react-query';
import { LoadError } from '~/components/trouble/states.tsx';
import { batchQuery } from './reminder-queries.ts';
import styles from './reminders.module.css';

/** How far a batch of reminders is, in words and as a bar. */
export function ReminderProgress({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(batchQuery(id));
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return null;
  const { recipients, queued, skipped, waiting, failure } = data;
  return (
    <section className={styles.progress} aria-label="Reminders on their way">
      <progress max={recipients} value={recipients - waiting} aria-label="Reminders looked at" />
      <p role="status">
        {waiting === 0
          ? `${queued} of ${recipients} reminders wait to go out as texts.`
          : `${recipients - waiting} of ${recipients} reminders are on their way.`}
        {skipped > 0 && ` ${skipped} left out, since they paid or claimed meanwhile.`}
      </p>
      {failure && waiting > 0 && <p role="alert">It is tried again: {failure}</p>}
    </section>
  );
}
