import {
  INCIDENT_MOVES,
  type IncidentMove,
  type IncidentStatus,
  MOVES_OF_ONE_CALL,
  USUAL_FALSE_ALARMS,
  USUAL_OUTCOMES,
} from '@banbo/contract';

/** A change of state in words: its button and key, and what is asked before it, if anything is. */
export type MoveWords = {
  label: string;
  key: string;
  asks?: {
    title: (number: string) => string;
    action: string;
    text: string;
    label: string;
    presets?: readonly string[];
  };
};

/** The changes in the order of their buttons. */
export const MOVE_WORDS: Readonly<Record<IncidentMove, MoveWords>> = {
  acknowledge: { label: 'Acknowledge', key: 'a' },
  dispatch: {
    label: 'Other help sent…',
    key: 'h',
    asks: {
      title: (number) => `${number}: who was sent?`,
      action: 'Help was sent',
      text: 'A caller with our page open reads that help is on the way.',
      label: 'Who was sent',
    },
  },
  arrive: { label: 'Arrived', key: 'r' },
  resolve: {
    label: 'Resolve…',
    key: 's',
    asks: {
      title: (number) => `${number}: how did it end?`,
      action: 'Resolve',
      text: 'It leaves the board and can be opened again.',
      label: 'Outcome',
      presets: USUAL_OUTCOMES,
    },
  },
  false_alarm: {
    label: 'False alarm…',
    key: 'f',
    asks: {
      title: (number) => `${number}: what was the cause of the false alarm?`,
      action: 'False alarm',
      text: 'Speak to the driver first. It leaves the board and can be opened again.',
      label: 'Cause',
      presets: USUAL_FALSE_ALARMS,
    },
  },
  duplicate: {
    label: 'Duplicate…',
    key: 'u',
    asks: {
      title: (number) => `${number}: what does it repeat?`,
      action: 'It is a duplicate',
      text: 'For two records of one emergency. It leaves the board and can be opened again.',
      label: 'Reason',
      presets: ['The same emergency was reported twice'],
    },
  },
  reopen: {
    label: 'Open again…',
    key: 'o',
    asks: {
      title: (number) => `Open ${number} again?`,
      action: 'Open again',
      text: 'It comes back to the board as acknowledged, and does not ring.',
      label: 'Reason',
    },
  },
};

/** Changes that a state of an incident or a queue allows, in the order of their buttons. */
export const movesFrom = (status: IncidentStatus, { isQueue = false } = {}): IncidentMove[] =>
  (Object.keys(MOVE_WORDS) as IncidentMove[]).filter(
    (move) =>
      (INCIDENT_MOVES[move].from as readonly IncidentStatus[]).includes(status) &&
      !(isQueue && MOVES_OF_ONE_CALL.includes(move)),
  );
