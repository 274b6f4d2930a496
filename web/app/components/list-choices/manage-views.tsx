import { type BodyOf, changeSavedView, deleteSavedView, type SavedView } from '@banbo/contract';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { Confirm } from '../question/confirm.tsx';
import type { ShownView } from './view-state.ts';

type Change = { id: string; body: BodyOf<typeof changeSavedView> };

type RowProps = {
  view: SavedView;
  shown: ShownView;
  isBusy: boolean;
  onChange: (change: Change) => void;
  onDelete: () => void;
};

function ViewRow({ view: { id, name }, shown, isBusy, onChange, onDelete }: RowProps) {
  const [text, setText] = useState(name);
  return (
    <Group component="li" gap="xs">
      <Group
        component="form"
        gap="xs"
        wrap="nowrap"
        flex="1 1 18rem"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ id, body: { name: text } });
        }}
      >
        <TextInput
          flex={1}
          aria-label={`Name of ${name}`}
          maxLength={40}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={isBusy || text.trim() === '' || text.trim() === name}>
          Rename<span className="visually-hidden"> {name}</span>
        </Button>
      </Group>
      <Button variant="default" disabled={isBusy} onClick={() => onChange({ id, body: shown })}>
        Save what is shown<span className="visually-hidden"> as {name}</span>
      </Button>
      <Button variant="default" disabled={isBusy} onClick={onDelete}>
        Delete<span className="visually-hidden"> {name}</span>
      </Button>
    </Group>
  );
}

type Props = { views: readonly SavedView[]; shown: ShownView; onClose: () => void };

/** Renames a person's own views, replaces them by the list as shown, and deletes them. */
export function ManageViews({ views, shown, onClose }: Props) {
  const [leaving, setLeaving] = useState<SavedView | null>(null);
  const says = ({ message }: { message: string }) => message;
  const changing = useAction({
    run: ({ id, body }: Change) => change(changeSavedView, { params: { id }, body }),
    says,
  });
  const deletion = useAction({
    run: (id: string) => change(deleteSavedView, { params: { id } }),
    says,
    onEnd: () => setLeaving(null),
  });
  return (
    <>
      <Modal opened={leaving === null} onClose={onClose} title="Your views of this list" size="lg" centered>
        {views.length === 0 && <p>You have no view of this list any more.</p>}
        <Stack component="ul" gap="md">
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              shown={shown}
              isBusy={changing.isPending}
              onChange={changing.mutate}
              onDelete={() => setLeaving(view)}
            />
          ))}
        </Stack>
      </Modal>
      <Confirm
        opened={leaving !== null}
        title={`Delete the view “${leaving?.name ?? ''}”?`}
        action="Delete"
        danger
        busy={deletion.isPending}
        onConfirm={() => leaving && deletion.mutate(leaving.id)}
        onClose={() => setLeaving(null)}
      >
        <p>The list and its rows stay as they are.</p>
      </Confirm>
    </>
  );
}
