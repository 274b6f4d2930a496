import {
  addCasePaper,
  type CourtCaseRecord,
  formatInstant,
  getCasePaper,
  MOST_OF_CASE,
  NewCasePaper,
  removeCasePaper,
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

type Props = { of: CourtCaseRecord; mayChange: boolean };

function DocumentLine({ paper, mayRemove }: { paper: CourtCaseRecord['papers'][number]; mayRemove: boolean }) {
  const { id, file_name } = paper;
  const opening = useAction({ run: () => openFile(getCasePaper, { params: { id } }) });
  return (
    <li>
      <Group gap="xs">
        <span>{paper.paper}:</span>
        <Anchor
          component="button"
          type="button"
          ta="start"
          disabled={opening.isPending}
          onClick={() => opening.mutate()}
        >
          {file_name}
        </Anchor>
        <Text c="dimmed" fz="sm" span>
          {fileSize(paper.size)}, {paper.added_by}, {formatInstant(paper.added_at)}
        </Text>
        {mayRemove && (
          <DeleteAction
            of={file_name}
            button={IN_ROW}
            title={`Delete ${file_name}?`}
            remove={() => change(removeCasePaper, { params: { id } })}
          />
        )}
      </Group>
    </li>
  );
}

const checkName = checkBy(NewCasePaper.pick({ paper: true }));

/** Takes a document under a name that the clerk gives it. */
function AddDocument({ id }: { id: string }) {
  const [name, setName] = useState('');
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (chosen: File) => {
      const body = { paper: name.trim(), file: await choosePaper(chosen) };
      return retryKey.send({ id, ...body }, (idempotencyKey) =>
        change(addCasePaper, { params: { id }, body, idempotencyKey }),
      );
    },
    says: ({ message }) => message,
    onDone: () => setName(''),
  });
  const isNamed = Object.keys(checkName({ paper: name })).length === 0;
  return (
    <Stack gap="xs" mt="sm">
      <Group gap="xs" align="end">
        <TextInput
          label="Another document"
          placeholder="Such as writ of summons"
          maxLength={60}
          w={{ base: '100%', sm: '20rem' }}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isNamed && (
          <PaperButton label="Add" of={name.trim()} busy={sending.isPending} onFile={(file) => sending.mutate(file)} />
        )}
      </Group>
      <Text c="dimmed" fz="sm">
        Name it, then add its file: a PDF of at most 10 MB, or a picture.
      </Text>
    </Stack>
  );
}

/** The documents of a case, and the way to add one while it is pending. */
export const CaseDocuments = ({ of: { id, papers }, mayChange }: Props) => (
  <section className="card" aria-label="Documents">
    <h2 className="large">Documents</h2>
    {papers.length === 0 && <Text c="dimmed">No document was added.</Text>}
    {papers.length > 0 && (
      <ul className="ruled">
        {papers.map((paper) => (
          <DocumentLine key={paper.id} paper={paper} mayRemove={mayChange} />
        ))}
      </ul>
    )}
    {mayChange && papers.length < MOST_OF_CASE.papers && <AddDocument id={id} />}
  </section>
);
