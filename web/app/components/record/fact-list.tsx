import { formatInstant } from '@banbo/contract';
import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** Facts line by line; a dash for a missing value. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Names whoever did something, when, and that no other person decided; null before it is done. */
export const byAndAt = (by: string | null, at: string | null, isAlone = false): string | null =>
  at === null ? null : `${by}, ${formatInstant(at)}${isAlone ? ', alone' : ''}`;

/** The same as a fact; none before it is done. */
export const doneBy = (label: string, ...done: Parameters<typeof byAndAt>): readonly Fact[] => {
  const words = byAndAt(...done);
  return words === null ? [] : [[label, words]];
};

/** An e-mail address in a narrow column: it breaks behind the `@`, and not within `.com`. */
export function EmailText({ email }: { email: string }) {
  const [name = '', domain] = email.split('@');
  if (domain === undefined) return email;
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}

/** The first letters of the first and the last word. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toUpperCase();
};

/** A person's initials in place of a photo, beside the name. `size` is a CSS length. */
export function Initials({ name, size = '2.25rem' }: { name: string; size?: string }) {
  return (
    <span className={styles.initials} style={{ '--initials-size': size }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

type Tone = 'good' | 'waiting' | 'bad' | 'plain';

type Props = { tone: Tone; children: string; reason?: string | null };

/** A state in a word, with its reason if there is one. The colour adds nothing to the word. */
export function StatusBadge({ tone, children, reason = null }: Props) {
  const badge = (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
  if (reason === null) return badge;
  return (
    <span className={styles.explained}>
      {badge}
      <small>{reason}</small>
    </span>
  );
}
