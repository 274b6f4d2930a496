import { deleteFenceShape, type Fence, MOST_CORNERS, saveFenceShape } from '@banbo/contract';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { DeleteAction, IN_ROW } from '~/components/record/record-actions.tsx';
import { change, refresh } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { type Draft, shapeOfDraft, withCorner, withoutCorner } from './draft.ts';

type Props = {
  fence: Fence;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** The shape is stored, or deleted: what is stored shows again. */
  onStored: () => void;
};

type PlaceProps = {
  label: string;
  place: readonly [string, string];
  /** Shows what each number is above it. */
  isLabelled?: boolean;
  onPlace: (place: readonly [string, string]) => void;
};

/** A place in two numbers, for those who draw by keyboard. */
function PlaceFields({ label, place: [latitude, longitude], isLabelled = false, onPlace }: PlaceProps) {
  const named = (name: 'Latitude' | 'Longitude') =>
    isLabelled ? { label: name } : { 'aria-label': `${label}, ${name.toLowerCase()}`, placeholder: name };
  return (
    <>
      <TextInput
        size="xs"
        w="7rem"
        inputMode="decimal"
        {...named('Latitude')}
        value={latitude}
        onChange={(event) => onPlace([event.currentTarget.value, longitude])}
      />
      <TextInput
        size="xs"
        w="7rem"
        inputMode="decimal"
        {...named('Longitude')}
        value={longitude}
        onChange={(event) => onPlace([latitude, event.currentTarget.value])}
      />
    </>
  );
}

function Corners({ draft, onDraft }: Pick<Props, 'draft' | 'onDraft'>) {
  const { corners } = draft;
  const last = corners.length - 1;
  return (
    <Stack gap={4}>
      {corners.map((place, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its place in the ring
        <Group key={n} gap={4} wrap="nowrap">
          <Text size="sm" w="2rem">
            {n + 1}
          </Text>
          <PlaceFields
            label={`Corner ${n + 1}`}
            place={place}
            onPlace={(next) => onDraft(withCorner(draft, n, next))}
          />
          <Button variant="default" {...IN_ROW} onClick={() => onDraft(withoutCorner(draft, n))}>
            Remove<span className="visually-hidden"> corner {n + 1}</span>
          </Button>
        </Group>
      ))}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={corners.length >= MOST_CORNERS}
          onClick={() => onDraft({ ...draft, corners: [...corners, ['', '']] })}
        >
          Add a corner
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={last < 0}
          onClick={() => onDraft(withoutCorner(draft, last))}
        >
          Undo the last corner
        </Button>
      </Group>
    </Stack>
  );
}

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
        <NativeSelect
          label="Form"
          data={[
            { value: 'polygon', label: 'Corners' },
            { value: 'circle', label: 'Circle' },
          ]}
          value={draft.kind}
          onChange={(event) => onDraft({ ...draft, kind: event.currentTarget.value as Draft['kind'] })}
        />
        <Text size="sm">
          {draft.kind === 'polygon'
            ? 'Click on the map to set the corners one after the other, or type them.'
            : 'Click on the map to set the centre, or type it.'}
        </Text>
        {draft.kind === 'polygon' ? (
          <Corners draft={draft} onDraft={onDraft} />
        ) : (
          <Group gap={4} align="flex-end" role="group" aria-label="Centre and radius">
            <PlaceFields
              isLabelled
              label="Centre"
              place={draft.centre}
              onPlace={(centre) => onDraft({ ...draft, centre })}
            />
            <TextInput
              size="xs"
              w="7rem"
              inputMode="decimal"
              label="Radius in metres"
              value={draft.radius}
              onChange={(event) => onDraft({ ...draft, radius: event.currentTarget.value })}
            />
          </Group>
        )}
        {refusal && (
          <Text size="sm" role="status">
            {refusal}
          </Text>
        )}
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
