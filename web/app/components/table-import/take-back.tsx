import { formatInstant, type ImportProgress, type ImportStatus, type Permission } from '@banbo/contract';
import { Box, Button, List, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { count, counted } from '~/lib/counted.ts';
import type { Schema } from '~/lib/form/check-by.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ImportBar, ImportProblem } from './import-page.tsx';

/** Where an answer says how many: `drivers` of an import of drivers. */
type Counted<Key extends string> = Readonly<Record<Key, number>>;

type Stays<Key extends string> = readonly (Counted<Key> & { touch: string })[];
type Preview<Key extends string> = Counted<Key> & { stays: Stays<Key> };

/** The differences between kinds of imports when they are taken back. */
export type TakingBack<Key extends string> = {
  key: Key;
  needs: Permission;
  preview: (id: string) => Promise<Preview<Key>>;
  takeBack: (id: string, body: { reason: string }, idempotencyKey: string) => Promise<{ message: string }>;
  schema: Schema;
  /** Why a record stays, after the number of those. */
  touches: Readonly<Record<string, string>>;
  /** One of its records and the import itself: `driver` of this `list`. */
  noun: string;
  thing: string;
  nothing: string;
  /** The consequences for so many records. */
  says: (going: number) => ReactNode;
  seenBy: string;
  /** Stands after how many were taken back, with the space before it. */
  afterwards?: string;
};

type Taken<Key extends string> = Counted<Key> & {
  status: 'running' | 'done' | 'failed';
  ended_at: string | null;
  progress: ImportProgress | null;
};

type Imported<Key extends string> = {
  id: string;
  file_name: string;
  status: ImportStatus;
  taken_back: Taken<Key> | null;
};

type OfOne<Key extends string> = { of: TakingBack<Key>; record: Imported<Key> };

function Staying<Key extends string>({ of, stays }: { of: TakingBack<Key>; stays: Stays<Key> }) {
  if (stays.length === 0) return null;
  const all = stays.reduce((sum, one) => sum + one[of.key], 0);
  return (
    <>
      <p>{counted(all, `${of.noun} of it stays`, `${of.noun}s of it stay`)}:</p>
      <List size="sm" mb="xs">
        {stays.map((one) => (
          <List.Item key={one.touch}>
            {count(one[of.key])} {of.touches[one.touch]}
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** Takes back what nobody has touched since, after saying how much stays and why. */
export function TakeBack<Key extends string>({ of, record, made }: OfOne<Key> & { made: number }) {
  const { id, file_name, status, taken_back } = record;
  const { can } = useAbility();
  const retryKey = useIdempotencyKey();
  const [isAsking, setAsking] = useState(false);
  const look = useAction({
    run: () => of.preview(id),
    onDone: (preview) => setAsking(preview[of.key] > 0),
  });
  const isBusy = status === 'importing' || taken_back?.status === 'running';
  const areAllGone = made === (taken_back?.[of.key] ?? 0);
  if (areAllGone || isBusy || !can(of.needs)) return null;
  return (
    <Box component="section" mb="md" aria-label="Taking back">
      <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        Take back
      </Button>
      {look.data?.[of.key] === 0 && (
        <Box className="soft" mt="xs" role="status">
          <p>{of.nothing}</p>
          <Staying of={of} stays={look.data.stays} />
        </Box>
      )}
      <ReasonQuestion
        opened={isAsking}
        title={`Take ${file_name} back?`}
        action="Take back"
        schema={of.schema}
        seenBy={of.seenBy}
        send={(body) => retryKey.send({ id, ...body }, (idempotencyKey) => of.takeBack(id, body, idempotencyKey))}
        onClose={() => setAsking(false)}
      >
        {look.data && (
          <>
            <p>{of.says(look.data[of.key])}</p>
            <Staying of={of} stays={look.data.stays} />
          </>
        )}
      </ReasonQuestion>
    </Box>
  );
}

/** How far taking back an import is, or what it came to. */
export function TakenBackState<Key extends string>({ of, record: { taken_back } }: OfOne<Key>) {
  if (taken_back === null) return null;
  const { noun, thing, afterwards } = of;
  const { status, ended_at, progress } = taken_back;
  const taken = taken_back[of.key];
  if (status === 'running')
    return progress && <ImportBar of="taking back" progress={progress} noun={`${noun}s looked at`} />;
  if (status === 'failed') {
    return (
      <ImportProblem>
        Taking back stopped after {counted(taken, noun)}. {progress?.failure} It can be started again.
      </ImportProblem>
    );
  }
  return (
    <Text className="soft" mb="md" role="status">
      {counted(taken, `${noun} of this ${thing} was`, `${noun}s of this ${thing} were`)} taken back, the last time on{' '}
      {ended_at && formatInstant(ended_at)}.{afterwards}
    </Text>
  );
}
