import {
  changeIncident,
  IncidentChange,
  type IncidentMove,
  type IncidentRecord,
  isOpenIncident,
} from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ReasonFields } from '~/components/question/reason-fields.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useIsLeaving } from '~/lib/use-is-leaving.ts';
import styles from '../board.module.css';
import { useBoardKey } from '../board-keys.ts';
import { useBoardDraft } from './drafts.ts';
import { MOVE_WORDS, type MoveWords, movesFrom } from './moves.ts';
import { SendTeam } from './send-team.tsx';

type Values = { reason: string; duplicate_of: string };

const bodyOf = (move: IncidentMove, { reason, duplicate_of }: Values): IncidentChange => ({
  change: move,
  reason,
  ...(move === 'duplicate' && duplicate_of.trim() !== '' && { duplicate_of }),
});

type QuestionProps = {
  incident: Pick<IncidentRecord, 'id' | 'number'>;
  move: IncidentMove;
  asks: NonNullable<MoveWords['asks']>;
  opened: boolean;
  onClose: () => void;
};

/** Asks what a change needs. What is typed stays until the change is made. */
function MoveQuestion({ incident: { id, number }, move, asks, opened, onClose }: QuestionProps) {
  const check = checkBy(IncidentChange);
  const form = useForm({ initial: { reason: '', duplicate_of: '' }, check: (values) => check(bodyOf(move, values)) });
  const drop = useBoardDraft(`${id}.${move}`, form);
  const isDuplicate = move === 'duplicate';
  return (
    <FormQuestion
      opened={opened}
      title={asks.title(number)}
      action={asks.action}
      form={form}
      send={async (values) => {
        const answer = await change(changeIncident, { params: { id }, body: bodyOf(move, values) });
        drop();
        return answer;
      }}
      onClose={onClose}
    >
      <p>{asks.text}</p>
      {isDuplicate && (
        <TextInput
          mt="sm"
          {...form.input('duplicate_of')}
          label="Number of the first one"
          placeholder="2026-0412"
          required
          maxLength={20}
          data-autofocus
        />
      )}
      <ReasonFields
        form={form}
        label={asks.label}
        seenBy="Stays on the time line and in the audit log."
        presets={asks.presets}
        isFirst={!isDuplicate}
      />
    </FormQuestion>
  );
}

/** Said where a press came after another emergency was chosen, so that it is not taken for done. */
const leftWords = (number: string): string => `Nothing was done with ${number}: you have left it.`;

type MoveProps = { incident: Pick<IncidentRecord, 'id' | 'number'>; move: IncidentMove; isMain: boolean };

/** The button of a change, which its key presses, too. */
function MoveButton({ incident, move, isMain }: MoveProps) {
  const { label, key, asks } = MOVE_WORDS[move];
  const [opened, setOpened] = useState(false);
  const act = useAction({
    run: () => change(changeIncident, { params: { id: incident.id }, body: { change: move } }),
    says: ({ message }) => message,
  });
  const isLeaving = useIsLeaving();
  const press = (): void => {
    if (isLeaving) toast.error(leftWords(incident.number), { id: 'left' });
    else if (asks) setOpened(true);
    else if (!act.isPending) act.mutate();
  };
  useBoardKey([key], press, label.replace('…', ''));
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        {...(isMain && move === 'acknowledge' && { color: 'danger' })}
        loading={act.isPending}
        aria-keyshortcuts={key}
        onClick={press}
      >
        {label}
        <kbd className={styles.key} aria-hidden>
          {key}
        </kbd>
      </Button>
      {asks && (
        <MoveQuestion incident={incident} move={move} asks={asks} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
}

type Props = { incident: Pick<IncidentRecord, 'id' | 'number' | 'status' | 'dispatches' | 'waiting'> };

/** The changes that the state of an incident allows; the filled one is what usually comes next. */
export function IncidentActions({ incident }: Props) {
  const { id, number, status } = incident;
  const isAcknowledged = status === 'acknowledged';
  const isQueue = incident.waiting !== null;
  const buttons = movesFrom(status, { isQueue }).map((move, n) => (
    <MoveButton key={`${id} ${move}`} incident={incident} move={move} isMain={n === 0 && !isAcknowledged} />
  ));
  if (isOpenIncident(status) && !isQueue) {
    const team = <SendTeam key={`${id} team`} incident={incident} isMain={isAcknowledged} />;
    // One list, so that a question stays open when its button moves with the state.
    buttons.splice(isAcknowledged ? 0 : 1, 0, team);
  }
  return (
    <fieldset className={styles.buttons} aria-label={`What to do with ${number}`}>
      {buttons}
    </fieldset>
  );
}
