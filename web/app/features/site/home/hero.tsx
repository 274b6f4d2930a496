import { formatMoney } from '@banbo/contract';
import { Link } from 'react-router';
import { useFees, useSite } from '~/components/site/site-info.ts';
import { HeroScene } from '../art/hero-scene.tsx';
import styles from './hero.module.css';

/** The landing hero with the pledge and its three buttons. */
export function Hero() {
  const fees = useFees();
  return (
    <section className={styles.hero}>
      <div className={`stack page-width ${styles.inner}`}>
        <div className={styles.words}>
          <p className={styles.tagline}>Your Security Our Concern</p>
          <h1>OUR PLEDGE !!!</h1>
          <p className={styles.pledge}>
            You press one button. We see where your car is, we call you, and our response team comes, together with the
            Ghana Police. Day and night, every day of the year.
          </p>
          <div className={`row ${styles.buttons}`}>
            <Link to="/terms_conditions" className="button quiet">
              Terms &amp; Conditions
            </Link>
            <Link to="/main_registration" className={`button accent ${styles.main}`}>
              Register
            </Link>
            <Login />
          </div>
          <p className={styles.price}>
            <b>{formatMoney(fees.registration)}</b> to register, <b>{formatMoney(fees.device)}</b> once for the device,
            then from <b>{formatMoney(fees.subscription)}</b> a month.{' '}
            <Link to="/pricing">See what is in each plan</Link>
          </p>
        </div>
        <div className={styles.scene}>
          <HeroScene />
        </div>
      </div>
    </section>
  );
}

/** Disabled until the company opens members' sign-in; the header's link to it is always open. */
function Login() {
  if (useSite().member_signin_open) {
    return (
      <Link to="/main_login" className="button quiet">
        Login
      </Link>
    );
  }
  return (
    <button type="button" className="button quiet" disabled>
      Login
    </button>
  );
}
