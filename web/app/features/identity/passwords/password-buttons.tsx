import { FormSubmit } from '~/components/form/form-submit.tsx';
import styles from '../sign-in.module.css';

type Props = { isBusy: boolean; disabled: boolean; onCancel: () => void };

/** The buttons of a form that sets a password. */
export function PasswordButtons({ isBusy, disabled, onCancel }: Props) {
  return (
    <div className={styles.buttons}>
      <FormSubmit isBusy={isBusy} disabled={disabled}>
        Submit
      </FormSubmit>
      <button type="button" className="button quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
