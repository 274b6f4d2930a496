import { previewMerge } from '@banbo/contract';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/query-client.ts';
import { DriverLoaded } from '../driver-loaded.tsx';
import { RecordHead } from '../record/record-head.tsx';
import { ComparedRecords } from './compared-records.tsx';
import { MergeConsequences } from './merge-consequences.tsx';
import { MergeQuestion } from './merge-question.tsx';
import styles from './merging.module.css';

/** A merge as it would be done. Money may come at any moment, so it is asked for anew each time. */
const mergePreviewQuery = (id: string, into: string) =>
  queryOptions({
    ...read(previewMerge, { params: { id }, query: { into } }),
    staleTime: 0,
    retry: false,
  });

function Preview({ id, into }: { id: string; into: string }) {
  const { data: preview, error, refetch } = useQuery(mergePreviewQuery(id, into));
  if (error) {
    const ways = [
      { to: `/merge_driver/${into}?into=${id}`, label: 'Keep the other one' },
      { to: `/merge_driver/${id}`, label: 'Choose another record' },
    ];
    return <LoadError message={error.message} onRetry={refetch} ways={ways} />;
  }
  if (!preview) return <p role="status">Looking at both records...</p>;
  return (
    <>
      <ComparedRecords duplicate={preview.duplicate} kept={preview.kept} />
      <MergeConsequences preview={preview} />
      <div className={styles.buttons}>
        <MergeQuestion preview={preview} />
        {preview.duplicate.removed_at === null && (
          <Button component={Link} to={`/merge_driver/${into}?into=${id}`} variant="default">
            Keep the other one
          </Button>
        )}
        <Button component={Link} to={`/merge_driver/${id}`} variant="default">
          Choose another record
        </Button>
      </div>
    </>
  );
}

const ITSELF = 'That is this record. Please find the other one.';

/** A duplicate, the record that stays, which is in the address, and what merging them does. */
export function MergeScreen({ id }: { id: string }) {
  const [query, setQuery] = useSearchParams();
  const into = query.get('into') ?? '';
  const isChosen = /^[1-9]\d{0,18}$/.test(into) && into !== id;
  return (
    <div className={styles.page}>
      {isChosen ? (
        <Preview id={id} into={into} />
      ) : (
        <>
          <DriverLoaded id={id}>{(driver) => <RecordHead driver={driver} />}</DriverLoaded>
          <DriverFinder
            name="kept"
            label="The other record of this driver"
            refusalOf={(driver) => (driver.id === id ? ITSELF : undefined)}
            onFound={(driver) => setQuery({ into: driver.id })}
          />
        </>
      )}
    </div>
  );
}
