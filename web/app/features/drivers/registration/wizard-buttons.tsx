import type { MouseEvent } from 'react';
import styles from './wizard.module.css';
import { LAST_PAGE } from './wizard-pages.ts';

type Props = {
  page: number;
  /** The page has all it needs. */
  isFilled: boolean;
  /** All pages have all they need. */
  isComplete: boolean;
  isSending: boolean;
  onPrevious: () => void;
  onReview: (() => void) | null;
};

/** The second tap of an impatient thumb would turn the next page as well. */
const ignoreSecondTap = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault();
};

/** Previous (not on the first page), Next (not on the last) and Submit (only on the last). */
export function WizardButtons({ page, isFilled, isComplete, isSending, onPrevious, onReview }: Props) {
  const isLast = page === LAST_PAGE;
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className="button quiet"
        hidden={page === 0}
        disabled={page === 0 || isSending}
        onClick={onPrevious}
      >
        Previous
      </button>
      {onReview && (
        <button type="button" className="button quiet" onClick={onReview}>
          Back to the check
        </button>
      )}
      <button
        key="next"
        type={isLast ? 'button' : 'submit'}
        className="button"
        hidden={isLast}
        disabled={!isFilled}
        onClick={ignoreSecondTap}
      >
        Next
      </button>
      {isLast && (
        <button key="submit" type="submit" className="button" disabled={!isComplete || isSending} aria-busy={isSending}>
          {isSending ? 'Sending…' : 'Submit'}
        </button>
      )}
    </div>
  );
}
