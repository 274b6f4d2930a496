import type { ReactNode } from 'react';
import styles from './table-import.module.css';

type Figure<Outcome> = { outcome: Outcome; lines: number; label: string; tone: string; more?: ReactNode };
type Props<Outcome> = {
  /** Names the figures for screen readers. */
  label: string;
  figures: readonly Figure<Outcome>[];
  chosen: string;
  onChoose: (outcome: Outcome | '') => void;
};

/** How many lines have each outcome; a figure shows its lines alone, and pressed again all of them. */
export function OutcomeFigures<Outcome extends string>({ label, figures, chosen, onChoose }: Props<Outcome>) {
  return (
    <fieldset className={styles.outcomes} aria-label={label}>
      {figures.map(({ outcome, lines, label: name, tone, more }) => (
        <button
          key={outcome}
          type="button"
          data-tone={tone}
          aria-pressed={chosen === outcome}
          onClick={() => onChoose(chosen === outcome ? '' : outcome)}
        >
          <strong>{lines.toLocaleString('en-GB')}</strong> {name}
          {more && <small>{more}</small>}
        </button>
      ))}
    </fieldset>
  );
}
