import {
  ADDS_ATTACHMENTS,
  type AttachedKind,
  type Attachment,
  addAttachment,
  formatInstant,
  getAttachment,
  MAX_ATTACHMENTS,
  REMOVES_ATTACHMENTS,
  removeAttachment,
} from '@banbo/contract';
import { Anchor, Group, Text } from '@mantine/core';
import type { DragEvent } from 'react';
import { choosePaper } from '~/components/papers/choose-paper.ts';
import { fileSize, PaperButton } from '~/components/papers/paper-button.tsx';
import { DeleteAction, IN_ROW } from '~/components/record/record-actions.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';

function PaperLink({ paper: { id, name } }: { paper: Attachment }) {
  const saving = useAction({ run: () => saveFile(getAttachment, { params: { id } }) });
  return (
    <Anchor component="button" type="button" ta="start" disabled={saving.isPending} onClick={() => saving.mutate()}>
      {name}
    </Anchor>
  );
}

type Props = { kind: AttachedKind; record: { id: string; status: string; attachments: readonly Attachment[] } };

/** The papers of a record: to save, to add, and to remove from a draft. */
export function Attachments({ kind, record: { id, status, attachments } }: Props) {
  const { can } = useAbility();
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (chosen: File) => {
      const file = await choosePaper(chosen);
      const body = { subject_kind: kind, subject_id: id, file };
      return retryKey.send(body, (idempotencyKey) => change(addAttachment, { body, idempotencyKey }));
    },
    says: ({ message }) => message,
  });
  const takesMore = can('books.write') && ADDS_ATTACHMENTS.has(status) && attachments.length < MAX_ATTACHMENTS;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && takesMore && !sending.isPending) sending.mutate(file);
  };
  return (
    <section aria-label="Attachments" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h2 className="large">Attachments</h2>
      {attachments.length === 0 && <Text c="dimmed">None yet.</Text>}
      <ul className="ruled">
        {attachments.map((paper) => (
          <li key={paper.id}>
            <PaperLink paper={paper} />
            <Text c="dimmed" fz="sm" span>
              {fileSize(paper.size)}, {paper.added_by}, {formatInstant(paper.added_at)}
            </Text>
            {can('books.write') && REMOVES_ATTACHMENTS.has(status) && (
              <DeleteAction
                of={paper.name}
                button={IN_ROW}
                title={`Delete ${paper.name}?`}
                remove={() => change(removeAttachment, { params: { id: paper.id } })}
              />
            )}
          </li>
        ))}
      </ul>
      {takesMore && (
        <Group gap="sm" mt="xs">
          <PaperButton label="Attach a file" busy={sending.isPending} onFile={(file) => sending.mutate(file)} />
          <Text c="dimmed" fz="sm">
            A PDF of at most 10 MB, or a picture.
          </Text>
        </Group>
      )}
    </section>
  );
}
