import {
  ARCHIVE_DAYS,
  type BookArchive,
  formatInstant,
  getBookArchive,
  listBookArchives,
  makeBookArchive,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { followBegun } from '~/lib/server-work.ts';
import { useSession } from '~/lib/session/session-store.ts';
import styles from './book-archive.module.css';

const LOOK_MS = 1_000;

const isMaking = ({ status }: BookArchive): boolean => status === 'making';

function MakeArchive({ years, busy }: { years: readonly number[]; busy: boolean }) {
  const [year, setYear] = useState(String(years[0] ?? ''));
  const make = useAction({
    run: () => change(makeBookArchive, { body: { year: Number(year) } }),
    says: ({ message }) => message,
    onDone: ({ archive_id }) => followBegun({ kind: 'book_archive', id: archive_id, name: year }),
  });
  return (
    <Group align="end" gap="sm" mb="lg">
      <NativeSelect
        label="Year"
        data={years.map(String)}
        value={year}
        onChange={(event) => setYear(event.currentTarget.value)}
      />
      <Button loading={make.isPending} disabled={busy} onClick={() => make.mutate()}>
        Make the archive
      </Button>
    </Group>
  );
}

function State({ archive }: { archive: BookArchive }) {
  const { id, year, status, done, total } = archive;
  const save = useAction({ run: () => saveFile(getBookArchive, { params: { id } }) });
  if (status === 'failed') return <StatusBadge tone="bad">Failed: make it again</StatusBadge>;
  if (status === 'making') {
    const share = Math.floor((100 * done) / Math.max(1, total));
    return (
      <div className={styles.progress}>
        <Progress.Root size="lg">
          <Progress.Section value={share} aria-label={`Archive of ${year}`} />
        </Progress.Root>
        <Text fz="sm" c="dimmed">{`${share}% of ${total} entries`}</Text>
      </div>
    );
  }
  return (
    <Button variant="default" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
      Save the ZIP<span className="visually-hidden"> of {year}</span>
    </Button>
  );
}

function Archives({ archives, isAuditor }: { archives: readonly BookArchive[]; isAuditor: boolean }) {
  if (archives.length === 0) return <p>No archive was made in the last {ARCHIVE_DAYS} days.</p>;
  return (
    <ul className={styles.archives} aria-label="Archives">
      {archives.map((archive) => (
        <li key={archive.id}>
          <div>
            <Text component="h2" fz="md" fw={700}>
              Books of {archive.year}
              {archive.is_masked && !isAuditor && ', for an auditor'}
            </Text>
            <Text fz="sm" c="dimmed">
              {`Entries ${archive.first_entry} to ${archive.last_entry}, asked for by ${archive.asked_by} ${formatInstant(archive.asked_at)}, kept until ${formatInstant(archive.kept_until)}`}
            </Text>
          </div>
          <State archive={archive} />
        </li>
      ))}
    </ul>
  );
}

/** Makes the archive of a year, and saves those that are made. */
export function BookArchivePage() {
  const isAuditor = useSession()?.role === 'Auditor';
  return (
    <RecordLoaded
      of="archives"
      query={{
        ...read(listBookArchives, {}),
        staleTime: 0,
        refetchInterval: ({ state: { data } }) => (data?.archives.some(isMaking) ? LOOK_MS : false),
      }}
    >
      {({ years, archives }) => (
        <>
          {years.length === 0 ? (
            <p>There is nothing in the books yet.</p>
          ) : (
            <MakeArchive years={years} busy={archives.some(isMaking)} />
          )}
          <Archives archives={archives} isAuditor={isAuditor} />
          <Text mt="lg" maw="46rem" fz="sm" c="dimmed">
            Accounts, entries, postings, journals, expenses and closings as CSV, the papers of journals and expenses,
            and all hashes and checksums. The README in it says how anybody can verify it without this product.
            {isAuditor && ' Phone numbers in texts are hidden, and papers are as they were attached.'}
          </Text>
        </>
      )}
    </RecordLoaded>
  );
}
