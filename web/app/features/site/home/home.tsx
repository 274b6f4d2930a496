import { formatMoney } from '@banbo/contract';
import { Link } from 'react-router';
import { useFees, useSite } from '~/components/site/site-info.ts';
import { HeroScene } from '../art/hero-scene.tsx';
import { SiteIcon, type SiteIconName } from '../art/icon.tsx';
import { FeeCards, feeLines, imageAddress, priceBoard } from '../parts/fee-cards.tsx';
import { Section } from '../parts/section.tsx';
import styles from './home.module.css';

/** The pledge, three buttons and the price of joining. */
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

const STEPS: { icon: SiteIconName; title: string; text: string }[] = [
  {
    icon: 'button',
    title: 'You press',
    text: 'The button sits where your hand finds it, and nobody else has to notice.',
  },
  {
    icon: 'pin',
    title: 'We see you',
    text: 'Your car and the way it moves appear on the map in our control room.',
  },
  {
    icon: 'call',
    title: 'We call you',
    text: 'A person rings your phone. If you cannot speak, we do not wait for an answer.',
  },
  {
    icon: 'car',
    title: 'We come',
    text: 'The response team drives to where you are, and the Ghana Police are told.',
  },
];

/** The driver's first question: the four stops after the panic button is pressed. */
function PanicSteps() {
  return (
    <Section title="When you press the panic button" ground="page">
      <ol className={`stack ${styles.road}`}>
        {STEPS.map(({ icon, title, text }) => (
          <li key={title} className={styles.stop}>
            <span className={styles.sign}>
              <SiteIcon name={icon} />
            </span>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function RegistrationInformation() {
  const fees = useFees();
  const { company_name } = useSite();
  const spoken = feeLines(fees)
    .map(({ name, total }) => `${name} ${total}`)
    .join(', ');
  return (
    <Section title="REGISTRATION INFORMATION" subtitle="All you need to know to register with us." ground="sunk">
      <div className={`tiles halves ${styles.split}`}>
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

const FEATURES: { icon: SiteIconName; title: string; text: string }[] = [
  {
    icon: 'camera',
    title: 'Security Equipment',
    text: 'A GPS tracking device with panic button, a camera and pepper spray, fitted and shown to you by our people.',
  },
  {
    icon: 'headset',
    title: '24/7 Response Team',
    text: 'Somebody is always watching the map. At night, at weekends, on holidays, a person answers and a car is ready.',
  },
  {
    icon: 'police',
    title: 'Collaboration with Ghana Police',
    text: 'We pass on what we see, while it happens, to the police who are nearest to your car.',
  },
  {
    icon: 'person',
    title: 'Target Market',
    text: 'Drivers of taxis and ride-share cars who take strangers at any hour, and owners of private cars.',
  },
];

function FeatureList() {
  return (
    <Section title="What stands behind you" ground="night">
      <ul className={`tiles halves ${styles.features}`}>
        {FEATURES.map(({ icon, title, text }) => (
          <li key={title} className={`icon-text ${styles.feature}`}>
            <SiteIcon name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The steps to join: register, pay, send the transaction ID. */
function JoinSteps() {
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

export default function Home() {
  return (
    <>
      <Hero />
      <PanicSteps />
      <RegistrationInformation />
      <FeatureList />
      <JoinSteps />
    </>
  );
}
