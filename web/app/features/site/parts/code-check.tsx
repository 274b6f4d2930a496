import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FactList } from '~/components/record/fact-list.tsx';
import { ApiError } from '~/lib/api/api.ts';
import styles from './code-check.module.css';

/** The answer to a code, before its facts. */
export const Verdict = ({ tone, children }: { tone: 'good' | 'bad'; children: ReactNode }) => (
  <p className={`large ${styles.verdict}`} data-tone={tone}>
    {children}
  </p>
);

/** The facts that a holder compares with the paper. */
export const ComparedFacts = ({ facts }: Parameters<typeof FactList>[0]) => (
  <div className={styles.facts}>
    <FactList facts={facts} />
  </div>
);

type Trouble = { error: Error; onRetry: () => void };

/** An unknown code is final; any other error can be retried. */
export function CodeNotFound({ error, onRetry }: Trouble) {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return (
    <>
      <Verdict tone="bad">{error.message}</Verdict>
      {isRefused ? (
        <Link to="/contact">Contact us</Link>
      ) : (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </>
  );
}
