import { Box, Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

/** Milliseconds without a key until something is searched. */
export const PAUSE_MS = 300;

const ROW = { variant: 'subtle', color: 'gray', c: 'var(--ink)', fullWidth: true, justify: 'start', fw: 400 } as const;

/** Goes from one button of the list to the next, or back. */
const step = (event: KeyboardEvent<HTMLElement>): void => {
  const down = event.key === 'ArrowDown';
  if (!down && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (down ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

type Props<Row> = {
  /** Names the list for screen readers. */
  label: string;
  choices: readonly Row[];
  says: (row: Row) => ReactNode;
  onChoose: (row: Row) => void;
};

/** Records that were found, each a button that takes it; nothing where there are none. */
export function ChoiceButtons<Row extends { id: string }>({ label, choices, says, onChoose }: Props<Row>) {
  if (choices.length === 0) return null;
  return (
    <Box
      component="ul"
      className="card"
      {...{ mah: '18rem', p: 4 }}
      style={{ overflow: 'auto' }}
      aria-label={label}
      onKeyDown={step}
    >
      {choices.map((row) => (
        <li key={row.id}>
          <Button className="wraps" {...ROW} onClick={() => onChoose(row)}>
            {says(row)}
          </Button>
        </li>
      ))}
    </Box>
  );
}
