import { deleteFenceShape, type Fence, saveFenceShape } from '@banbo/contract';
import { Button, Group, Stack } from '@mantine/core';
import { type Draft, shapeOfDraft } from '~/components/map/shapes/shape-draft.ts';
import { ShapeFields } from '~/components/map/shapes/shape-fields.tsx';
import { DeleteAction } from '~/components/record/record-actions.tsx';
import { change, refresh } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

type Props = {
  fence: Fence;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** The shape is stored, or deleted: what is stored shows again. */
  onStored: () => void;
};

/** Draws a path or stop by clicks on the map or by numbers, and stores its shape. */
export function ShapeEditor({ fence, draft, onDraft, onStored }: Props) {
  const { kind, id, name, version, shape_id } = fence;
  const { shape, refusal } = shapeOfDraft(draft);
  const save = useAction({
    run: async () => {
      if (!shape) throw new Error(refusal);
      return change(saveFenceShape, { body: { kind, id, version, shape } });
    },
    says: ({ message }) => message,
    onDone: onStored,
    // Somebody else's change, too, is read anew; the draft stays until it is stored.
    onEnd: () => void refresh('fences'),
  });
  return (
    <section aria-label={`Shape of ${name}`}>
      <Stack gap="xs">
        <ShapeFields draft={draft} onDraft={onDraft} />
        <Group gap="xs">
          <Button disabled={!shape} loading={save.isPending} onClick={() => save.mutate()}>
            Save the shape
          </Button>
          {shape_id !== null && (
            <DeleteAction
              title={`Delete the shape of ${name}?`}
              remove={async () => {
                const answer = await change(deleteFenceShape, { params: { id: shape_id } });
                onStored();
                return answer;
              }}
            >
              <p>Its rules go with it. The name stays in the list, and what the watch found stays too.</p>
            </DeleteAction>
          )}
        </Group>
      </Stack>
    </section>
  );
}
