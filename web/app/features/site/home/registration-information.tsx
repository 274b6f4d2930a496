import { Link } from 'react-router';
import { useFees, useSite } from '~/components/site/site-info.ts';
import { FeeCards, feeLines, imageAddress, priceBoard } from '../parts/fee-cards.tsx';
import { Section } from '../parts/section.tsx';
import styles from './registration-information.module.css';

/** The price of registering: the draggable price image and the fee cards. */
export function RegistrationInformation() {
  const fees = useFees();
  const { company_name } = useSite();
  const spoken = feeLines(fees)
    .map(({ name, total }) => `${name} ${total}`)
    .join(', ');
  return (
    <Section title="REGISTRATION INFORMATION" subtitle="All you need to know to register with us." ground="sunk">
      <div className={styles.split}>
        <img
          className={styles.board}
          src={imageAddress(priceBoard(company_name, fees))}
          alt={`Price board: ${spoken}.`}
          width="640"
          height="500"
          draggable="true"
        />
        <div>
          <FeeCards />
          <p className={styles.more}>
            You pay by MoMo. <Link to="/payment_info">How to pay, step by step</Link>
          </p>
        </div>
      </div>
    </Section>
  );
}
