import { MOST_CORNERS } from '@banbo/contract';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IN_ROW } from '~/components/record/record-actions.tsx';
import { type Draft, shapeOfDraft, withCorner, withoutCorner } from './shape-draft.ts';

type Props = { draft: Draft; onDraft: (draft: Draft) => void };

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

function Corners({ draft, onDraft }: Props) {
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

/** Draws a shape by numbers, beside the map on which clicks set them. */
export function ShapeFields({ draft, onDraft }: Props) {
  const { refusal } = shapeOfDraft(draft);
  return (
    <>
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
    </>
  );
}
