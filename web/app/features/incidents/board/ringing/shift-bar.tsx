import { endShift, type OnShift, ShiftEnd, startShift } from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { FormButton } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useBoardDraft } from '../answering/drafts.ts';
import { timeText } from '../clock.ts';
import { askToNotify } from './attention.ts';
import { prepareSound, testSound, unlockSound, useSound } from './siren.ts';

/** Turns the sound on by the first click or key anywhere: browsers allow it there alone. */
export const useSoundByTouch = (isBlocked: boolean): void => {
  useEffect(prepareSound, []);
  useEffect(() => {
    if (!isBlocked) return;
    const unlock = (): void => void unlockSound();
    document.addEventListener('pointerdown', unlock);
    document.addEventListener('keydown', unlock);
    return () => {
      document.removeEventListener('pointerdown', unlock);
      document.removeEventListener('keydown', unlock);
    };
  }, [isBlocked]);
};

type BlockedProps = {
  /** True where something should be heard: on shift, or while it rings here. */
  isWanted: boolean;
  isOnShift: boolean;
};

/** Says that nothing can be heard, with the way to turn the sound on. */
export function BlockedSound({ isWanted, isOnShift }: BlockedProps) {
  const { state } = useSound();
  const isBlocked = state !== 'running';
  useSoundByTouch(isBlocked);
  const test = useAction({ run: testSound });
  if (!isBlocked || !isWanted) return null;
  return (
    <div className="note" data-tone="bad" role={isOnShift ? 'alert' : 'status'}>
      {test.data === false ? (
        <strong>The browser still blocks the sound. Allow sound for this page in its settings.</strong>
      ) : (
        <>
          <strong>The sound is blocked: calls for help are silent here.</strong> Browsers keep a page quiet until you
          click on it.
        </>
      )}{' '}
      <Button size="compact-sm" color="danger" loading={test.isPending} onClick={() => test.mutate()}>
        Turn the sound on
      </Button>
    </div>
  );
}

function EndShift() {
  const form = useForm({ initial: { handover: '' }, check: checkBy(ShiftEnd) });
  const drop = useBoardDraft('handover', form);
  return (
    <FormButton
      label="End shift…"
      title="End your shift?"
      action="End shift"
      form={form}
      send={async (body) => {
        const answer = await change(endShift, { body });
        drop();
        return answer;
      }}
    >
      <p>
        Calls for help ring at others from now on. The <Link to="/shift_handover">hand-over</Link> has what is open.
      </p>
      <Textarea
        mt="sm"
        {...form.input('handover')}
        label="Hand-over note"
        description="What was promised to whom. It may stay empty."
        data-autofocus
        rows={4}
        maxLength={2_000}
      />
    </FormButton>
  );
}

/** Starts and ends the person's shift, with the state of the sound. */
export function ShiftBar({ shift }: { shift: OnShift | undefined }) {
  const { state } = useSound();
  const start = useAction({
    run: async () => {
      askToNotify();
      // Both need the click itself, so the sound does not wait for the server.
      void testSound();
      return change(startShift, { body: {} });
    },
    says: ({ message }) => message,
  });
  const test = useAction({ run: testSound });
  if (!shift) {
    return (
      <Button loading={start.isPending} onClick={() => start.mutate()}>
        Start shift
      </Button>
    );
  }
  return (
    <>
      <StatusBadge tone={state === 'running' ? 'good' : 'bad'}>
        {`On shift since ${timeText(shift.started_at).slice(0, 5)}, sound ${state === 'running' ? 'on' : 'blocked'}`}
      </StatusBadge>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test sound
      </Button>
      <Button component={Link} to="/shift_handover" variant="default">
        Hand-over
      </Button>
      <EndShift />
    </>
  );
}
