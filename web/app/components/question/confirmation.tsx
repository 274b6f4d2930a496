import { formatPhone } from '@banbo/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSite } from '../site/site-info.ts';
import styles from './confirmation.module.css';

type Fact = { name: string; value: string; isMain?: boolean };
type Props = { title: string; facts: readonly Fact[]; note: string; next?: ReactNode; children?: ReactNode };

/**
 * A record of a finished action, with the `next` step above its facts, in sight on a phone.
 * It takes the focus on appearing, and prints alone.
 */
export function Confirmation({ title, facts, note, next, children }: Props) {
  const { company_name, mobile_numbers } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={styles.confirmation} aria-label={title} data-prints-alone>
      <p className={styles.company}>{[company_name, ...mobile_numbers.map(formatPhone)].join(', ')}</p>
      <div className={styles.head}>
        <svg viewBox="0 0 48 48" fill="none" strokeWidth="4" strokeLinecap="round" aria-hidden="true">
          <circle cx="24" cy="24" r="22" fill="var(--brand)" />
          <path d="m14 25 7 7 14-15" stroke="var(--on-brand)" strokeLinejoin="round" />
        </svg>
        <h2 ref={heading} tabIndex={-1} className="content">
          {title}
        </h2>
      </div>
      {next}
      <dl className={styles.facts}>
        {facts.map(({ name, value, isMain }) => (
          <div key={name} data-main={isMain || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{note}</p>
      {children}
      <button type="button" className="button quiet" onClick={() => window.print()}>
        Print this
      </button>
    </section>
  );
}
