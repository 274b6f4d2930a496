import {
  type ApplicationRecord,
  addApplicationPaper,
  formatInstant,
  getApplicationPaper,
  isAtDesk,
  MOST_APPLICATION_PAPERS,
  NewApplicationPaper,
  type PaperOnList,
  removeApplicationPaper,
} from '@banbo/contract';
import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { choosePaper } from '~/components/papers/choose-paper.ts';
import { fileSize, PaperButton } from '~/components/papers/paper-button.tsx';
import { DeleteAction, IN_ROW } from '~/components/record/record-actions.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { openFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { percent } from '~/lib/running-work.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { CheckMark, type CheckState } from './check-mark.tsx';
import styles from './checklist.module.css';

type Paper = PaperOnList['files'][number];

/** The name of a file, which opens it in a tab of its own. */
function OpenPaper({ file: { id, file_name } }: { file: Paper }) {
  const opening = useAction({ run: () => openFile(getApplicationPaper, { params: { id } }) });
  return (
    <Anchor component="button" type="button" ta="start" disabled={opening.isPending} onClick={() => opening.mutate()}>
      {file_name}
    </Anchor>
  );
}

type UploadProps = { applicationId: string; paper: string; label: string; onAdded?: () => void };

/** Takes a file for a paper, and shows how much of it has been sent. */
function UploadPaper({ applicationId: id, paper, label, onAdded }: UploadProps) {
  const [share, setShare] = useState<number | null>(null);
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (chosen: File) => {
      const file = await choosePaper(chosen);
      const body = { paper, file };
      return retryKey.send({ id, ...body }, (idempotencyKey) =>
        change(addApplicationPaper, { params: { id }, body, idempotencyKey, onSent: setShare }),
      );
    },
    says: ({ message }) => message,
    onEnd: () => setShare(null),
    onDone: () => onAdded?.(),
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <PaperButton label={label} of={paper} busy={sending.isPending} onFile={(file) => sending.mutate(file)} />
      {sending.isPending && (
        <span className={styles.sending}>
          <progress max={1} {...(share !== null && { value: share })} aria-label={`Sending ${paper}`} />
          <small>{share === null ? 'Preparing…' : percent(share)}</small>
        </span>
      )}
    </Group>
  );
}

const stateOf = ({ files, is_needed }: PaperOnList): CheckState => {
  if (files.length > 0) return 'good';
  return is_needed ? 'bad' : 'open';
};

const wordsOf = ({ files, is_needed }: PaperOnList): string => {
  if (files.length > 0) return '';
  return is_needed ? ' (missing)' : ' (not needed)';
};

type LineProps = { applicationId: string; paper: PaperOnList; isOpen: boolean; hasRoom: boolean };

/** A paper of the list with its files, and the ways to add and remove them at the desk. */
function PaperLine({ applicationId, paper, isOpen, hasRoom }: LineProps) {
  return (
    <li className={styles.line}>
      <CheckMark state={stateOf(paper)}>{`${paper.paper}${wordsOf(paper)}`}</CheckMark>
      <div className={styles.files}>
        {paper.files.map((file) => (
          <Group key={file.id} gap="xs">
            <OpenPaper file={file} />
            <Text c="dimmed" fz="sm" span>
              {fileSize(file.size)}, {file.added_by}, {formatInstant(file.added_at)}
            </Text>
            {isOpen && (
              <DeleteAction
                of={file.file_name}
                button={IN_ROW}
                title={`Delete ${file.file_name}?`}
                remove={() => change(removeApplicationPaper, { params: { id: file.id } })}
              />
            )}
          </Group>
        ))}
        {isOpen && hasRoom && (
          <UploadPaper
            applicationId={applicationId}
            paper={paper.paper}
            label={paper.files.length === 0 ? 'Add' : 'Add another page'}
          />
        )}
      </div>
    </li>
  );
}

const checkName = checkBy(NewApplicationPaper.pick({ paper: true }));

/** A paper that the list of the kind does not have, under a name of its own. */
function OtherPaper({ applicationId }: { applicationId: string }) {
  const [name, setName] = useState('');
  const isNamed = Object.keys(checkName({ paper: name })).length === 0;
  return (
    <Group gap="xs" align="end">
      <TextInput
        label="Another paper"
        placeholder="Its name"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {isNamed && (
        <UploadPaper applicationId={applicationId} paper={name.trim()} label="Add" onAdded={() => setName('')} />
      )}
    </Group>
  );
}

/** The papers that the kind asks for and others beside them, with their files. */
export function PaperChecklist({ application }: { application: ApplicationRecord }) {
  const { can } = useAbility();
  const { id, papers, status } = application;
  const isOpen = can('land.write') && isAtDesk(status);
  const count = papers.reduce((sum, { files }) => sum + files.length, 0);
  const hasRoom = count < MOST_APPLICATION_PAPERS;
  return (
    <section className="card" aria-label="Papers">
      <h2 className="large">Papers</h2>
      {papers.length === 0 && <Text c="dimmed">None is asked for.</Text>}
      <ul className={styles.checklist}>
        {papers.map((paper) => (
          <PaperLine key={paper.paper} applicationId={id} paper={paper} isOpen={isOpen} hasRoom={hasRoom} />
        ))}
      </ul>
      {isOpen && (
        <Stack gap="xs" mt="sm">
          {hasRoom && <OtherPaper applicationId={id} />}
          <Text c="dimmed" fz="sm">
            {hasRoom
              ? 'A PDF of at most 10 MB, or a picture.'
              : `It has ${MOST_APPLICATION_PAPERS} files, and takes no more.`}
          </Text>
        </Stack>
      )}
    </section>
  );
}
