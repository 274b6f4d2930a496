import { formatInstant } from '@banbo/contract';
import notice from '~/components/trouble/notice.module.css';
import styles from './wizard.module.css';

/** Says that what was typed before is back, and offers to clear it, because this may be somebody else's phone. */
export function DraftNotice({ savedAt, onClear }: { savedAt: string; onClear: () => void }) {
  return (
    <div className={`${notice.notice} ${styles.notice}`} role="status">
      <p>
        <strong>Your draft is back.</strong> It was saved on this device on {formatInstant(savedAt)}. A photo is not
        kept: please choose it again.
      </p>
      <button type="button" className="button quiet" onClick={onClear}>
        Clear the draft
      </button>
    </div>
  );
}
