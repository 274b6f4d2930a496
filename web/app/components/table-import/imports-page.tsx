import { IMPORT_STATUS_LABELS, type ImportStatus, type ImportSummary, MAX_TABLE_BYTES } from '@banbo/contract';
import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Column } from '~/components/data-table/data-table.tsx';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { refresh } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import { ask, type ImportRecord, type ImportScreens } from './import-screens.ts';
import styles from './table-import.module.css';

const ACCEPT = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const TONES = {
  uploaded: 'waiting',
  checked: 'waiting',
  importing: 'waiting',
  imported: 'good',
  cancelled: 'plain',
  failed: 'bad',
} as const satisfies Record<ImportStatus, string>;

export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  return <StatusBadge tone={TONES[status]}>{IMPORT_STATUS_LABELS[status]}</StatusBadge>;
}

type UploadWords = {
  /** Name the panel and its picker for screen readers. */
  label: string;
  fileLabel: string;
  title: string;
  note: string;
};

/** Takes a file with a table, chosen or dropped, sends it, and leads to its page. */
function FileUpload<Shown extends ImportRecord>({ of, words }: { of: ImportScreens<Shown>; words: UploadWords }) {
  const { imports, path } = of;
  const picker = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (file: File) => {
      if (file.size > MAX_TABLE_BYTES)
        throw new Error('This file is larger than 10 MB. Please split it into shorter ones.');
      const body = { file };
      // A file that is sent again after a failure counts once.
      const answer = await ask(imports.upload, { body, idempotencyKey: retryKey.keyFor(body) });
      retryKey.forget();
      return answer as Record<string, string>;
    },
    onDone: async (answer) => {
      await refresh(imports.upload);
      await navigate(`${path}/${answer[imports.idKey]}`);
    },
  });
  const take = (files: FileList): void => {
    const [file] = files;
    if (file && !sending.isPending) sending.mutate(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <section
      className={styles.upload}
      aria-label={words.label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div>
        <p className={styles.uploadTitle}>{words.title}</p>
        <p className={styles.soft}>{words.note}</p>
      </div>
      <input
        ref={picker}
        type="file"
        aria-label={words.fileLabel}
        accept={ACCEPT}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files ?? new DataTransfer().files);
          // Emptied, so that picking the same file again fires a change again.
          event.currentTarget.value = '';
        }}
      />
      <Button loading={sending.isPending} onClick={() => picker.current?.click()}>
        Choose a file
      </Button>
    </section>
  );
}

type Props<Shown extends ImportRecord, Row extends ImportSummary> = {
  of: ImportScreens<Shown>;
  upload: UploadWords;
  /** Names the table of files for screen readers. */
  caption: string;
  empty: string;
  columns: readonly (Partial<Column<Row>> & { key: string })[];
};

/** The page of an import: a file can be sent, and those of before are listed, the newest first. */
export function ImportsPage<Shown extends ImportRecord, Row extends ImportSummary>(props: Props<Shown, Row>) {
  const { of, columns } = props;
  const { list } = of.imports;
  const shown = [
    {
      key: 'file_name',
      heading: true,
      grows: true,
      cell: ({ id, file_name }: ImportSummary): ReactNode => (
        <OneLine label={`the name of ${file_name}`}>
          <Link to={`${of.path}/${id}`}>{file_name}</Link>
        </OneLine>
      ),
    },
    { key: 'uploaded_at', oneLine: true },
    { key: 'uploaded_by', oneLine: true },
    { key: 'line_count' },
    ...columns,
  ];
  return (
    <>
      <FileUpload of={of} words={props.upload} />
      <ListScreen
        list={list}
        state={useListState(list)}
        caption={props.caption}
        columns={shown as unknown as ShownColumn<typeof list>[]}
        loading={`Loading ${of.thing}s...`}
        empty={<p>{props.empty}</p>}
        isLive
        goesOn={(row) => (row as ImportSummary).status === 'importing'}
      />
    </>
  );
}
