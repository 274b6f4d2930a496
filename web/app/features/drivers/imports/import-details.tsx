import {
  ADDED_OUTCOMES,
  cancelDriverImport,
  type DriverImport,
  discardDriverImport,
  driverImportList,
  driverLineList,
  startDriverImport,
} from '@banbo/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ImportActions } from '~/components/table-import/import-actions.tsx';
import { ImportBar, ImportHead } from '~/components/table-import/import-head.tsx';
import styles from '~/components/table-import/table-import.module.css';
import { call } from '~/lib/api.ts';
import { counted } from '~/lib/counted.ts';
import { queryClient, refresh, refreshReads } from '~/lib/query-client.ts';
import { DriverLines } from './driver-lines.tsx';
import { driverImportQuery } from './import-queries.ts';
import { MappingForm } from './mapping-form.tsx';
import { TakeBack } from './take-back.tsx';
import { TakenBackState } from './taken-back-state.tsx';

const ADDED: readonly string[] = ADDED_OUTCOMES;

/** The lines of which drivers would be made. */
const addableOf = ({ counts }: DriverImport): number =>
  counts.filter(({ outcome }) => ADDED.includes(outcome)).reduce((sum, { lines }) => sum + lines, 0);

function Actions({ list }: { list: DriverImport }) {
  const navigate = useNavigate();
  const { id, status, problem, file_name } = list;
  const params = { id };
  return (
    <ImportActions
      lines={addableOf(list)}
      isHeld={problem !== ''}
      id={id}
      status={status}
      fileName={file_name}
      start={(idempotencyKey) => call(startDriverImport, { params, idempotencyKey })}
      stop={() => call(cancelDriverImport, { params })}
      discard={() => call(discardDriverImport, { params })}
      onChanged={() => refresh(driverImportList.page)}
      onDiscarded={async () => {
        await navigate('/driver_import', { replace: true });
        queryClient.removeQueries(driverImportQuery(id));
        await refresh(driverImportList.page);
      }}
    />
  );
}

/** A list of drivers: how it is read, what becomes of its lines, and its import. */
export function ImportDetails({ list }: { list: DriverImport }) {
  const { id, status, problem, progress, drivers, taken_back } = list;
  const removed = taken_back?.drivers ?? 0;
  // Only at its end does an import know the outcome of all lines.
  useEffect(() => {
    if (status === 'importing') return;
    void refreshReads(driverLineList.page);
    if (drivers + removed > 0) void refresh('drivers');
  }, [status, drivers, removed]);
  return (
    <>
      <ImportHead {...list} />
      {(status === 'uploaded' || status === 'checked') && (
        <details className={styles.columns} open={status === 'uploaded' || problem !== ''}>
          <summary>Columns</summary>
          <MappingForm key={id} list={list} />
        </details>
      )}
      {status === 'importing' && progress && <ImportBar progress={progress} />}
      {drivers > 0 && status !== 'importing' && (
        <p className={styles.note}>
          {counted(drivers, 'driver was', 'drivers were')} added. Nobody was texted: each sets a password by “Forgot
          password?” or with a code from the driver’s page.
        </p>
      )}
      <TakenBackState list={list} />
      <Actions list={list} />
      <TakeBack list={list} />
      {status !== 'uploaded' && <DriverLines list={list} />}
    </>
  );
}
