import { formatInstant, type ImportProgress, type ShownList } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { Page } from '~/components/page/page.tsx';
import { Confirm } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api.ts';
import { count, counted } from '~/lib/counted.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { queryClient, refresh, refreshReads } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import { ask, type ImportRecord, type ImportScreens, importQuery, linesToTake } from './import-screens.ts';
import { ImportStatusBadge } from './imports-page.tsx';
import styles from './table-import.module.css';

/** How an import stands: its state, its lines, the person behind it, and why it cannot go on where it cannot. */
function ImportHead({ record }: { record: ImportRecord }) {
  const { status, line_count, uploaded_at, uploaded_by, imported_at, problem, progress } = record;
  return (
    <>
      <p className={styles.facts}>
        <ImportStatusBadge status={status} />
        <span>
          {counted(line_count, 'line')}, sent {formatInstant(uploaded_at)} by {uploaded_by}
          {imported_at && `, imported ${formatInstant(imported_at)}`}
        </span>
      </p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {status === 'failed' && progress && (
        <p className={styles.problem} role="alert">
          The import stopped after {count(progress.done)} lines. {progress.failure}
        </p>
      )}
    </>
  );
}

const IMPORTING = { label: 'Progress of the import', beginning: 'The import begins in a moment.', noun: 'lines' };

/** How far an import, or other work on a list, is, in words and as a bar. */
export function ImportBar({ progress, words = IMPORTING }: { progress: ImportProgress; words?: typeof IMPORTING }) {
  const { done, total, failure } = progress;
  return (
    <div className={styles.progress}>
      <progress max={Math.max(total, 1)} value={done} aria-label={words.label} />
      <p role="status">{total === 0 ? words.beginning : `${count(done)} of ${count(total)} ${words.noun}`}</p>
      {failure !== '' && <p className={styles.soft}>{failure} It is tried again by itself.</p>}
    </div>
  );
}

type OfOne<Shown extends ImportRecord> = { of: ImportScreens<Shown>; record: Shown };

/** Imports a file that was checked, stops its import, or discards it. */
export function ImportActions<Shown extends ImportRecord>({ of, record }: OfOne<Shown>) {
  const { imports, path } = of;
  const { id, status, file_name, problem } = record;
  const { queryKey } = importQuery(of, id);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const retryKey = useIdempotencyKey();
  const params = { id };
  const says = (answer: object): string => (answer as { message: string }).message;
  const onChanged = () => refresh(imports.show);
  const start = useAction({
    run: async () => {
      await ask(imports.start, { params, idempotencyKey: retryKey.keyFor({ id }) });
      retryKey.forget();
    },
    onDone: onChanged,
  });
  const stop = useAction({ run: () => ask(imports.cancel, { params }), says, onDone: onChanged });
  const discard = useAction({
    run: () => ask(imports.discard, { params }),
    says,
    onEnd: () => setAsking(false),
    onDone: async () => {
      await navigate(path, { replace: true });
      queryClient.removeQueries({ queryKey });
      await refresh(imports.show);
    },
  });
  const lines = linesToTake(of, record);
  return (
    <div className={styles.actions}>
      {status === 'checked' && (
        <Button disabled={problem !== '' || lines === 0} loading={start.isPending} onClick={() => start.mutate()}>
          Import {counted(lines, 'line')}
        </Button>
      )}
      {(status === 'cancelled' || status === 'failed') && (
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          Go on with the import
        </Button>
      )}
      {status === 'importing' && (
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {(status === 'uploaded' || status === 'checked') && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <Confirm
        opened={isAsking}
        title={`Discard ${file_name}?`}
        action="Discard"
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      >
        Nothing of it was imported. The file can be sent again.
      </Confirm>
    </div>
  );
}

type LinesProps<Shown extends ImportRecord, L extends ShownList, Outcome extends string> = OfOne<Shown> & {
  list: L;
  /** The outcome of a line in words, also of one that was imported. */
  label: (outcome: Outcome, of: { isImported: boolean }) => string;
  tone: (outcome: Outcome) => 'good' | 'bad' | 'waiting' | 'plain';
  /** Stands in the figure of an outcome behind its number of lines. */
  more?: (counted: Shown['counts'][number]) => ReactNode;
  /** Puts the columns of the outcome and its reason among the others. */
  columns: (outcome: ShownColumn<L>, reason: ShownColumn<L>) => readonly ShownColumn<L>[];
  reason: (line: L['row']['_output']) => ReactNode;
  /** Filters in the words of after the import. */
  importedFilters?: L['filters'];
  note?: ReactNode;
};

/** The lines of an import with what becomes of each; the figures above them open theirs, and pressed again all of them. */
export function ImportLines<Shown extends ImportRecord, L extends ShownList, Outcome extends string>(
  props: LinesProps<Shown, L, Outcome>,
) {
  const { of, record, list, label, tone, more, columns, reason, importedFilters } = props;
  const isImported = record.status === 'imported';
  const state = useListState(list as ShownList, { fixed: { [of.imports.noun]: record.id } });
  const outcomeColumn = {
    key: 'outcome',
    header: isImported ? 'What Happened' : 'What Happens',
    cell: ({ outcome, is_imported = isImported }: { outcome: Outcome; is_imported?: boolean }) => (
      <StatusBadge tone={tone(outcome)}>{label(outcome, { isImported: is_imported })}</StatusBadge>
    ),
  };
  const reasonColumn = {
    key: 'reason',
    grows: true,
    cell: (line: { id: string; line: number }) => (
      <OneLine label={`the reason of line ${line.line}`}>{reason(line)}</OneLine>
    ),
  };
  const shown = columns(outcomeColumn as unknown as ShownColumn<L>, reasonColumn as unknown as ShownColumn<L>);
  return (
    <>
      <fieldset className={styles.outcomes} aria-label={isImported ? 'What happened' : 'What happens'}>
        {record.counts.map((counts) => {
          const outcome = counts.outcome as Outcome;
          const isChosen = state.filters.outcome === outcome;
          const words = more?.(counts);
          return (
            <button
              key={outcome}
              type="button"
              data-tone={tone(outcome)}
              aria-pressed={isChosen}
              onClick={() => state.setFilters({ outcome: isChosen ? '' : outcome })}
            >
              <strong>{count(counts.lines)}</strong> {label(outcome, { isImported })}
              {words && <small>{words}</small>}
            </button>
          );
        })}
      </fieldset>
      {props.note}
      <ListScreen
        list={list as ShownList}
        state={state}
        caption={`Lines of the ${of.thing}`}
        {...(isImported && importedFilters && { filters: importedFilters })}
        columns={shown as unknown as ShownColumn<ShownList>[]}
        loading="Loading lines..."
        empty={<p>No line of this {of.thing} is of this kind.</p>}
        isLive
      />
    </>
  );
}

type Props<Shown extends ImportRecord> = {
  of: ImportScreens<Shown>;
  /** The list of its lines, which is read again once all their outcomes are known. */
  lines: ShownList;
  mapping: (record: Shown) => ReactNode;
  /** True where the mapping still asks something though it was checked. */
  isUnclear?: (record: Shown) => boolean;
  /** Buttons beside that of all files. */
  actions?: ReactNode;
  children: (record: Shown) => ReactNode;
};

/** The page of one file: how it stands and how it is read, and below that its actions and lines. */
export function ImportPage<Shown extends ImportRecord>(props: Props<Shown>) {
  const { of, lines, mapping, isUnclear, actions, children } = props;
  const { id = '' } = useParams();
  const { data: record, error, refetch } = useQuery(importQuery(of, id));
  const status = record?.status;
  // Only at its end does an import know the outcome of all lines.
  useEffect(() => {
    if (status && status !== 'importing') void refreshReads(lines.page);
  }, [status, lines]);
  if (error && !record) {
    const all = { to: of.path, label: `See all ${of.thing}s` };
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[all]} />;
  }
  if (!record) return <p role="status">Loading {of.thing}...</p>;
  const isOpen = record.status === 'uploaded' || record.problem !== '' || isUnclear?.(record);
  return (
    <Page
      title={record.file_name}
      actions={
        <>
          <Button component={Link} to={of.path} variant="default">
            All {of.thing}s
          </Button>
          {actions}
        </>
      }
    >
      <ImportHead record={record} />
      {(record.status === 'uploaded' || record.status === 'checked') && (
        <details className={styles.columns} open={isOpen}>
          <summary>Columns</summary>
          {mapping(record)}
        </details>
      )}
      {record.status === 'importing' && record.progress && <ImportBar progress={record.progress} />}
      {children(record)}
    </Page>
  );
}
