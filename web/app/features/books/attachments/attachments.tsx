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
import { Anchor, Button, FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, useRef } from 'react';
import { DeleteAction, IN_ROW } from '~/components/record/record-actions.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { choosePaper, PAPER_TYPES } from './choose-paper.ts';

const KB = 1000;

/** `340 KB`, or `1.2 MB`. */
const sizeOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;

function PaperLink({ paper: { id, name } }: { paper: Attachment }) {
  const saving = useAction({ run: () => saveFile(getAttachment, { params: { id } }) });
  return (
    <Anchor component="button" type="button" ta="start" disabled={saving.isPending} onClick={() => saving.mutate()}>
      {name}
    </Anchor>
  );
}

type PickerProps = { label: string; busy: boolean; onFile: (file: File) => void };

/** A button that takes one file, and can take the same one again. */
export function PaperButton({ label, busy, onFile }: PickerProps) {
  const empty = useRef<() => void>(null);
  const take = (file: File | null): void => {
    if (file) onFile(file);
    empty.current?.();
  };
  return (
    <FileButton accept={PAPER_TYPES} resetRef={empty} inputProps={{ 'aria-label': label }} onChange={take}>
      {(props) => (
        <Button {...props} variant="default" size="xs" loading={busy}>
          {label}
        </Button>
      )}
    </FileButton>
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
              {sizeOf(paper.size)}, {paper.added_by}, {formatInstant(paper.added_at)}
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
