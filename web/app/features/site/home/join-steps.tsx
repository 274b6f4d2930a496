import { Link } from 'react-router';
import { Section } from '../parts/section.tsx';
import styles from './join-steps.module.css';

/** The steps to join: register, pay, send the transaction ID. */
export function JoinSteps() {
  return (
    <Section title="Three steps to join" subtitle="All of it on your phone. Keep your ID card and car number at hand.">
      <ol className={`tiles ${styles.steps}`}>
        <li className={styles.step}>
          <h3>Register</h3>
          <p>Six short pages about you, your car and who we call for you. At the end you get your driver code.</p>
          <Link to="/main_registration" className="button">
            Start registration
          </Link>
        </li>
        <li className={styles.step}>
          <h3>Pay by MoMo</h3>
          <p>Pay the registration fee to our merchant number. MoMo sends you a message with a Transaction ID.</p>
          <Link to="/payment_info" className="button quiet">
            See how to pay
          </Link>
        </li>
        <li className={styles.step}>
          <h3>Send us the ID</h3>
          <p>Type the Transaction ID of MoMo’s message on the Payments page. We check it and fit your device.</p>
          <Link to="/main_payments" className="button quiet">
            Go to Payments
          </Link>
        </li>
      </ol>
    </Section>
  );
}
