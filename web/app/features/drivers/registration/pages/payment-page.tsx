import { HowToPay } from '~/components/site/how-to-pay.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';
import { Review } from './review.tsx';

type Props = { form: RegistrationForm; photo: ChosenPhoto | null; onEdit: (page: number) => void };

export function PaymentPage({ form, photo, onEdit }: Props) {
  return (
    <>
      <p className={styles.lead}>
        You pay after you have registered, with the driver code you then get. Nothing is taken from you now.
      </p>
      <HowToPay plan={form.values.plan} />
      <h3 className={styles.checkTitle}>Check what you have entered</h3>
      <Review values={form.values} photo={photo} onEdit={onEdit} />
    </>
  );
}
