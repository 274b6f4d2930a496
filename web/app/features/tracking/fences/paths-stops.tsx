import { FENCE_KINDS, type Fence, type FenceKind, listFences, paths, stops } from '@banbo/contract';
import { Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { BaseMap } from '~/components/map/base-map.tsx';
import { type Draft, draftOfShape, withPlace } from '~/components/map/shapes/shape-draft.ts';
import { ShapeLayer } from '~/components/map/shapes/shape-layer.tsx';
import { FormButton } from '~/components/question/confirm.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { FenceRules } from './fence-rules.tsx';
import styles from './paths-stops.module.css';
import { ShapeEditor } from './shape-editor.tsx';

const KIND_LABELS: Readonly<Record<FenceKind, string>> = { path: 'Path', stop: 'Stop' };

const keyOf = ({ kind, id }: Pick<Fence, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Adds a name to the list of paths or of stops. */
function AddName({ onAdded }: { onAdded: (key: string) => void }) {
  const form = useForm({
    initial: { kind: 'path', name: '' },
    check: ({ kind, name }) => {
      const errors =
        kind === 'path'
          ? checkBy(paths.add.schema.body)({ path: name })
          : checkBy(stops.add.schema.body)({ stop: name });
      const { path, stop } = errors as Record<string, string | undefined>;
      const error = path ?? stop;
      return error === undefined ? {} : { name: error };
    },
  });
  return (
    <FormButton
      label="Add a path or stop…"
      title="Add a path or stop"
      action="Add it"
      form={form}
      send={async ({ kind, name }) => {
        const key = { idempotencyKey: form.retryKey.keyFor({ kind, name }) };
        const answer =
          kind === 'path'
            ? await change(paths.add, { body: { path: name }, ...key })
            : await change(stops.add, { body: { stop: name }, ...key });
        onAdded(`${kind} ${answer.entry.id}`);
        return answer;
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label="Kind"
          data={FENCE_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          value={form.values.kind}
          onChange={(event) => form.setFieldValue('kind', event.currentTarget.value)}
        />
        <TextInput {...form.input('name')} label="Name" required data-autofocus />
      </Stack>
    </FormButton>
  );
}

type ListProps = { fences: readonly Fence[]; chosen: string; onChoose: (key: string) => void };

function FenceList({ fences, chosen, onChoose }: ListProps) {
  const [text, setText] = useState('');
  const found = fences.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label="Find a path or stop"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found.length === 0 && <p>{fences.length === 0 ? 'There are no paths or stops yet.' : 'None has this name.'}</p>}
      <ul className={styles.list}>
        {found.map((fence) => (
          <li key={keyOf(fence)}>
            <UnstyledButton
              py={4}
              w="100%"
              aria-current={keyOf(fence) === chosen || undefined}
              fw={keyOf(fence) === chosen ? 700 : undefined}
              onClick={() => onChoose(keyOf(fence))}
            >
              {fence.name}{' '}
              <Text span size="sm" c="dimmed">
                {KIND_LABELS[fence.kind]}
                {fence.shape === null ? ', not drawn' : ''}
                {fence.rules.length > 0 && `, ${fence.rules.length} rule${fence.rules.length === 1 ? '' : 's'}`}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** A stop without a shape begins as a circle. */
const draftOf = ({ kind, shape }: Fence): Draft => draftOfShape(shape, kind === 'stop' ? 'circle' : 'polygon');

function FencesOnMap({ fences }: { fences: readonly Fence[] }) {
  const { can } = useAbility();
  const [chosen, choose] = useState('');
  const [edited, setEdited] = useState<Draft | null>(null);
  const fence = fences.find((one) => keyOf(one) === chosen);
  const others = useMemo(() => (fence ? fences.filter((one) => one !== fence) : fences), [fences, fence]);
  const mayDraw = can('tracking.change');
  const draft = useMemo(() => (fence ? (edited ?? draftOf(fence)) : null), [fence, edited]);
  const pick = (key: string): void => {
    setEdited(null);
    choose(key);
  };
  return (
    <div className={styles.frame}>
      <Stack gap="md" className={styles.panel ?? ''}>
        <FenceList fences={fences} chosen={chosen} onChoose={pick} />
        {can('lookups.change') && (
          <Group>
            <AddName onAdded={pick} />
          </Group>
        )}
        {fence && draft && (
          <Stack gap="md">
            <h2 className="large">{fence.name}</h2>
            {mayDraw ? (
              <ShapeEditor fence={fence} draft={draft} onDraft={setEdited} onStored={() => setEdited(null)} />
            ) : (
              <p>{fence.shape === null ? 'It is not drawn yet.' : 'Its shape is on the map.'}</p>
            )}
            <FenceRules fence={fence} mayChange={mayDraw} />
          </Stack>
        )}
      </Stack>
      <div className={styles.ground}>
        <BaseMap label="Map of paths and stops">
          <ShapeLayer
            others={others}
            draft={draft}
            viewKey={`${chosen} ${fence?.version ?? ''}`}
            onPlace={(latitude, longitude) => {
              if (mayDraw && draft) setEdited(withPlace(draft, latitude, longitude));
            }}
            onChoose={(one) => pick(keyOf(one))}
          />
        </BaseMap>
      </div>
    </div>
  );
}

/** Paths and stops on the map, with the rules about them. */
export const PathsStops = () => (
  <RecordLoaded of="paths and stops" query={{ ...read(listFences, {}), staleTime: 0 }}>
    {(fences) => <FencesOnMap fences={fences} />}
  </RecordLoaded>
);
