import { formatInstant, type ImportProgress, type ImportRecord } from '@banbo/contract';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import chips from '~/components/chips.module.css';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { call } from '~/lib/api/api.ts';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, queryClient, read, refresh, refreshReads } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { count, counted } from '~/lib/counted.ts';
import { LOOK_MS } from '~/lib/running-work.ts';
import { followBegun } from '~/lib/server-work.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { type ImportScreens, ImportStatusBadge } from './imports-page.tsx';

export const ImportProblem = ({ children }: { children: ReactNode }) => (
  <Text inherit className="note" data-tone="bad" role="alert" mb="md">
    {children}
  </Text>
);

type BarProps = { of: string; progress: ImportProgress; noun: string; expected?: number };

/** How far an import, or taking it back, is, in words and as a bar. */
export function ImportBar({ of, progress, noun, expected = 0 }: BarProps) {
  const { done, failure } = progress;
  const total = progress.total || expected;
  return (
    <Stack gap="xs" maw="32rem" mb="md">
      <progress max={Math.max(total, 1)} value={done} aria-label={`Progress of the ${of}`} />
      <p role="status">{total === 0 ? `The ${of} is starting.` : `${count(done)} of ${count(total)} ${noun}`}</p>
      {failure !== '' && <p className="soft">{failure} It is tried again by itself.</p>}
    </Stack>
  );
}

const CONTROL = 'a, button, input, select, textarea, summary';

type OfOne = { of: ImportScreens; record: ImportRecord };

/** Imports a file that was checked, stops its import, or discards it. */
function ImportActions({ of, record }: OfOne) {
  const { id, status, file_name, problem, counts } = record;
  const { imports, path } = of;
  const navigate = useNavigate();
  const retryKey = useIdempotencyKey();
  const params = { id };
  const run = () => retryKey.send(params, (idempotencyKey) => change(imports.start, { params, idempotencyKey }));
  const start = useAction({ run, onDone: () => followBegun({ kind: of.kind, id, name: file_name }) });
  const stop = () => change(imports.cancel, { params });
  const discard = async () => {
    const done = await call(imports.discard, { params });
    await navigate(path, { replace: true });
    queryClient.removeQueries({ queryKey: read(imports.show, { params }).queryKey });
    await refresh(imports.discard);
    return done;
  };
  const countOf = (outcomes: readonly string[]): number =>
    counts.reduce((sum, one) => sum + (outcomes.includes(one.outcome) ? one.lines : 0), 0);
  const [lines, kept] = [countOf(imports.takes), countOf(imports.keeps ?? [])];
  const isOpen = status === 'uploaded' || status === 'checked';
  const isEmpty = problem !== '' || lines + kept === 0;
  const mayImport = status === 'checked' && !isEmpty && !start.isPending;
  // A letter pressed by mistake must not make drivers and debts: it leads to the button only.
  const button = useRef<HTMLButtonElement>(null);
  const toButton = () => {
    button.current?.focus();
    return mayImport;
  };
  usePageKey(['i'], toButton, mayImport ? 'Go to the button that imports the lines' : undefined);
  const couldImport = useRef(mayImport);
  useEffect(() => {
    const isNew = mayImport && !couldImport.current;
    couldImport.current = mayImport;
    // A control keeps the focus: Enter pressed twice on 'Check the lines' imports nothing.
    if (isNew && !document.activeElement?.matches(CONTROL)) button.current?.focus();
  }, [mayImport]);
  if (status === 'imported') return null;
  return (
    <Group gap="xs" mb="md">
      {status === 'importing' && <ChangeButton label="Stop" send={stop} />}
      {status !== 'uploaded' && status !== 'importing' && (
        <Button ref={button} disabled={isOpen && isEmpty} loading={start.isPending} onClick={() => start.mutate()}>
          {isOpen ? `Import ${counted(lines || kept, 'line')}` : 'Continue the import'}
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

type Line = { line: number; outcome: string; is_imported?: boolean };

/** Lists an import's lines; a figure above them shows the lines of its outcome, or all again. */
function ImportLines({ of, record }: OfOne) {
  const { imports, label, tone, reason, importedFilters } = of;
  const isImported = record.status === 'imported';
  const state = useListState(imports.lines, { fixed: { [imports.noun]: record.id } });
  const columns = of.lineColumns(
    {
      key: 'outcome',
      header: isImported ? 'What Happened' : 'What Happens',
      cell: (row) => {
        const { outcome, is_imported = isImported } = row as unknown as Line;
        return <StatusBadge tone={tone(outcome)}>{label(outcome, { isImported: is_imported })}</StatusBadge>;
      },
    },
    {
      ...{ key: 'reason', grows: true },
      cell: (row) => <OneLine label={`the reason for line ${(row as unknown as Line).line}`}>{reason(row)}</OneLine>,
    },
  );
  return (
    <>
      <fieldset className={chips.chips} aria-label={isImported ? 'What happened' : 'What happens'}>
        {record.counts.map((counts) => {
          const { outcome, lines } = counts;
          const isChosen = state.filters.outcome === outcome;
          const more = of.more?.(counts);
          return (
            <button
              key={outcome}
              type="button"
              className={chips.chip}
              aria-pressed={isChosen}
              onClick={() => state.setFilters({ outcome: isChosen ? '' : outcome })}
            >
              <strong>{count(lines)}</strong> {label(outcome, { isImported })}
              {more && <small> {more}</small>}
            </button>
          );
        })}
      </fieldset>
      {of.note?.(record)}
      <ListScreen
        list={imports.lines}
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
  const { status, problem, progress, line_count, uploaded_at, uploaded_by, imported_at } = record;
  const isAsking = status === 'uploaded' || problem !== '' || of.isUnclear?.(record);
  // The outcomes of all lines are known only at the import's end.
  useEffect(() => {
    if (status !== 'importing') void refreshReads(of.imports.lines.page);
  }, [status, of]);
  return (
    <>
      <Group gap="xs" mb="md">
        <ImportStatusBadge status={status} />
        <span>
          {counted(line_count, 'line')}, sent {formatInstant(uploaded_at)} by {uploaded_by}
          {imported_at && `, imported ${formatInstant(imported_at)}`}
        </span>
      </Group>
      {record.read_from && (
        <Box component="p" className="note" mb="md">
          {record.read_from}
        </Box>
      )}
      {problem !== '' && <ImportProblem>{problem}</ImportProblem>}
      {status === 'failed' && progress && (
        <ImportProblem>{`The import stopped after ${counted(progress.done, 'line')}. ${progress.failure}`}</ImportProblem>
      )}
      {(status === 'uploaded' || status === 'checked') && (
        <Box component="details" className="card" mb="md" open={isAsking}>
          <summary>
            <strong>Columns</strong>
          </summary>
          {of.mapping(record)}
        </Box>
      )}
      {status === 'importing' && progress && (
        <ImportBar of="import" progress={progress} noun="lines" expected={line_count} />
      )}
      {of.above?.(record)}
      <ImportActions of={of} record={record} />
      {of.below?.(record)}
      {status !== 'uploaded' && <ImportLines of={of} record={record} />}
    </>
  );
}

/** The page of one file, asked for again for as long as its import, or taking it back, runs. */
export function ImportPage({ of }: { of: ImportScreens }) {
  const { id = '' } = useParams();
  const { thing, show } = of.imports;
  const isAtWork = ({ status, taken_back }: ImportRecord): boolean =>
    status === 'importing' || (typeof taken_back === 'object' && taken_back?.status === 'running');
  const lookAgain = (data: ImportRecord | undefined) => {
    if (!data || !isAtWork(data)) return false;
    return data.progress?.done ? LOOK_MS.later : LOOK_MS.first;
  };
  return (
    <RecordPage
      of={thing}
      query={{
        ...read(show, { params: { id } }),
        staleTime: 0,
        refetchInterval: ({ state: { data } }) => lookAgain(data),
      }}
      all={{ to: of.path, label: `All ${thing}s` }}
      title={({ file_name }) => file_name}
      actions={of.links}
    >
      {(record) => <ImportedFile key={id} of={of} record={record} />}
    </RecordPage>
  );
}
