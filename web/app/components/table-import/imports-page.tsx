import { IMPORT_STATUS_LABELS, type ImportStatus, type ImportSummary, MAX_TABLE_BYTES } from '@banbo/contract';
import { Button, FileButton, Flex, Text } from '@mantine/core';
import { type DragEvent, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { refresh } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { ask, type ImportScreens } from './import-screens.ts';
import styles from './table-import.module.css';

const ACCEPT = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const TONES: Partial<Record<ImportStatus, 'good' | 'plain' | 'bad'>> = {
  imported: 'good',
  cancelled: 'plain',
  failed: 'bad',
};

export const ImportStatusBadge = ({ status }: { status: ImportStatus }) => (
  <StatusBadge tone={TONES[status] ?? 'waiting'}>{IMPORT_STATUS_LABELS[status]}</StatusBadge>
);

/** Takes a file with a table, chosen or dropped, sends it, and leads to its page. */
function FileUpload({ imports, path, upload: { label, fileLabel, title, note } }: ImportScreens) {
  const empty = useRef<() => void>(null);
  const navigate = useNavigate();
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (file: File) => {
      if (file.size > MAX_TABLE_BYTES)
        throw new Error('This file is larger than 10 MB. Please split it into shorter ones.');
      const body = { file };
      // A file that is sent again after a failure counts once.
      const answer = await ask<Record<string, string>>(imports.upload, { body, idempotencyKey: retryKey.keyFor(body) });
      retryKey.forget();
      return answer;
    },
    onDone: async (answer) => {
      await refresh(imports.upload);
      await navigate(`${path}/${answer[imports.idKey]}`);
    },
  });
  const take = (file: File | null | undefined): void => {
    if (file && !sending.isPending) sending.mutate(file);
    // Emptied, so that picking the same file again fires a change again.
    empty.current?.();
  };
  return (
    <Flex
      component="section"
      {...{ wrap: 'wrap', align: 'center', justify: 'space-between', gap: 'md', mb: 'lg', p: 'md' }}
      className={styles.upload ?? ''}
      aria-label={label}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </div>
      <FileButton accept={ACCEPT} resetRef={empty} inputProps={{ 'aria-label': fileLabel }} onChange={take}>
        {(props) => (
          <Button {...props} loading={sending.isPending}>
            Choose a file
          </Button>
        )}
      </FileButton>
    </Flex>
  );
}

/** The page of an import: a file can be sent, and those of before are listed, the newest first. */
export function ImportsPage({ of }: { of: ImportScreens }) {
  const { list, thing } = of.imports;
  const columns = [
    {
      key: 'file_name',
      heading: true,
      grows: true,
      cell: ({ id, file_name }: ImportSummary) => (
        <OneLine label={`the name of ${file_name}`}>
          <Link to={`${of.path}/${id}`}>{file_name}</Link>
        </OneLine>
      ),
    },
    { key: 'uploaded_at', oneLine: true },
    { key: 'uploaded_by', oneLine: true },
    { key: 'line_count' },
    ...of.columns,
  ];
  return (
    <>
      <FileUpload {...of} />
      <ListScreen
        list={list}
        caption={of.caption}
        columns={columns as unknown as ShownColumn<typeof list>[]}
        loading={`Loading ${thing}s...`}
        empty={<p>{of.empty}</p>}
        isLive
        goesOn={(row) => (row as ImportSummary).status === 'importing'}
      />
    </>
  );
}
