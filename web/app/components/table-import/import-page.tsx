import { formatInstant, type ImportProgress } from '@banbo/contract';
import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { queryClient, refresh, refreshReads } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { count, counted } from '~/lib/counted.ts';
import { ask, type ImportRecord, type ImportScreens, importQuery } from './import-screens.ts';
import { ImportStatusBadge } from './imports-page.tsx';
import styles from './table-import.module.css';

/** Says why an import cannot go on. */
export const ImportProblem = ({ children }: { children: ReactNode }) => (
  <p className={styles.problem} role="alert">
    {children}
  </p>
);

/** Shows an import's state, lines and sender, and why it cannot go on. */
function ImportHead({ status, line_count, uploaded_at, uploaded_by, imported_at, problem, progress }: ImportRecord) {
  return (
    <>
      <Group gap="xs" mb="md">
        <ImportStatusBadge status={status} />
        <span>
          {counted(line_count, 'line')}, sent {formatInstant(uploaded_at)} by {uploaded_by}
          {imported_at && `, imported ${formatInstant(imported_at)}`}
        </span>
      </Group>
      {problem !== '' && <ImportProblem>{problem}</ImportProblem>}
      {status === 'failed' && progress && (
        <ImportProblem>
          The import stopped after {count(progress.done)} lines. {progress.failure}
        </ImportProblem>
      )}
    </>
  );
}

const IMPORTING = { label: 'Progress of the import', beginning: 'The import begins in a moment.', noun: 'lines' };

/** How far an import, or other work on a list, is, in words and as a bar. */
export function ImportBar({ progress, words = IMPORTING }: { progress: ImportProgress; words?: typeof IMPORTING }) {
  const { done, total, failure } = progress;
  return (
    <Stack gap="xs" maw="32rem" mb="md">
      <progress className={styles.bar} max={Math.max(total, 1)} value={done} aria-label={words.label} />
      <p role="status">{total === 0 ? words.beginning : `${count(done)} of ${count(total)} ${words.noun}`}</p>
      {failure !== '' && (
        <Text size="sm" c="dimmed">
          {failure} It is tried again by itself.
        </Text>
      )}
    </Stack>
  );
}

type OfOne = { of: ImportScreens; record: ImportRecord };

/** Imports a file that was checked, stops its import, or discards it. */
function ImportActions({ of, record: { id, status, file_name, problem, counts } }: OfOne) {
  const { imports, path } = of;
  const navigate = useNavigate();
  const retryKey = useIdempotencyKey();
  const params = { id };
  const start = useAction({
    run: async () => {
      await ask(imports.start, { params, idempotencyKey: retryKey.keyFor({ id }) });
      retryKey.forget();
    },
    onDone: () => refresh(imports.show),
  });
  const stop = async () => {
    const done = await ask(imports.cancel, { params });
    await refresh(imports.show);
    return done;
  };
  const discard = async () => {
    const done = await ask(imports.discard, { params });
    await navigate(path, { replace: true });
    queryClient.removeQueries({ queryKey: importQuery(of, id).queryKey });
    await refresh(imports.show);
    return done;
  };
  if (status === 'imported') return null;
  const lines = counts.reduce((sum, one) => sum + (imports.takes.includes(one.outcome) ? one.lines : 0), 0);
  const isOpen = status === 'uploaded' || status === 'checked';
  return (
    <Group gap="xs" mb="md">
      {status === 'importing' && <ChangeButton label="Stop" send={stop} />}
      {status !== 'uploaded' && status !== 'importing' && (
        <Button
          disabled={isOpen && (problem !== '' || lines === 0)}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {isOpen ? `Import ${counted(lines, 'line')}` : 'Go on with the import'}
        </Button>
      )}
      {isOpen && (
        <ChangeButton label="Discard" title={`Discard ${file_name}?`} danger send={discard}>
          Nothing of it was imported. The file can be sent again.
        </ChangeButton>
      )}
    </Group>
  );
}

/** Lists an import's lines; a figure above them shows the lines of its outcome, or all again. */
function ImportLines({ of, record }: OfOne) {
  const { imports, lines: list, label, tone, reason, importedFilters } = of;
  const isImported = record.status === 'imported';
  const state = useListState(list, { fixed: { [imports.noun]: record.id } });
  const columns = of.lineColumns(
    {
      key: 'outcome',
      header: isImported ? 'What Happened' : 'What Happens',
      cell: (line) => {
        const { outcome, is_imported = isImported } = line as unknown as { outcome: string; is_imported?: boolean };
        return <StatusBadge tone={tone(outcome)}>{label(outcome, { isImported: is_imported })}</StatusBadge>;
      },
    },
    {
      key: 'reason',
      grows: true,
      cell: (line) => (
        <OneLine label={`the reason of line ${(line as unknown as { line: number }).line}`}>{reason(line)}</OneLine>
      ),
    },
  );
  return (
    <>
      <Flex
        component="fieldset"
        {...{ wrap: 'wrap', gap: 'xs', mb: 'md', mx: 0 }}
        className={styles.outcomes ?? ''}
        aria-label={isImported ? 'What happened' : 'What happens'}
      >
        {record.counts.map((counts) => {
          const { outcome, lines } = counts;
          const isChosen = state.filters.outcome === outcome;
          const more = of.more?.(counts);
          return (
            <button
              key={outcome}
              type="button"
              data-tone={tone(outcome)}
              aria-pressed={isChosen}
              onClick={() => state.setFilters({ outcome: isChosen ? '' : outcome })}
            >
              <strong>{count(lines)}</strong> {label(outcome, { isImported })}
              {more && <small> {more}</small>}
            </button>
          );
        })}
      </Flex>
      {of.note?.(record)}
      <ListScreen
        list={list}
        state={state}
        caption={`Lines of the ${imports.thing}`}
        {...(isImported && importedFilters && { filters: importedFilters })}
        columns={columns}
        loading="Loading lines..."
        empty={<p>No line of this {imports.thing} is of this kind.</p>}
        isLive
      />
    </>
  );
}

/** One file: how it stands and how it is read, and below that its actions and lines. */
function ImportedFile({ of, record }: OfOne) {
  const { status, problem, progress } = record;
  // The outcomes of all lines are known only at the import's end.
  useEffect(() => {
    if (status !== 'importing') void refreshReads(of.lines.page);
  }, [status, of]);
  return (
    <>
      <ImportHead {...record} />
      {(status === 'uploaded' || status === 'checked') && (
        <details className={styles.columns} open={status === 'uploaded' || problem !== '' || of.isUnclear?.(record)}>
          <summary>Columns</summary>
          {of.mapping(record)}
        </details>
      )}
      {status === 'importing' && progress && <ImportBar progress={progress} />}
      {of.above?.(record)}
      <ImportActions of={of} record={record} />
      {of.below?.(record)}
      {status !== 'uploaded' && <ImportLines of={of} record={record} />}
    </>
  );
}

/** The page of one file of an import. */
export function ImportPage({ of }: { of: ImportScreens }) {
  const { id = '' } = useParams();
  const { thing } = of.imports;
  return (
    <RecordPage
      of={thing}
      query={importQuery(of, id)}
      all={{ to: of.path, label: `All ${thing}s` }}
      title={({ file_name }) => file_name}
      actions={of.links}
    >
      {(record) => <ImportedFile key={id} of={of} record={record} />}
    </RecordPage>
  );
}
