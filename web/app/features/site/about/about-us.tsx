import { Link } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { ControlRoom } from '../art/control-room.tsx';
import { ResponseCar } from '../art/hero-scene.tsx';
import { OnRoad } from '../art/icon.tsx';
import { PageHead } from '../parts/section.tsx';
import styles from './about-us.module.css';

export default function AboutUs() {
  const { company_name } = useSite();
  return (
    <>
      <PageHead
        title="About Us - Who We Are?"
        lead="The people behind the panic button."
        art={
          <OnRoad height={135}>
            <ResponseCar />
          </OnRoad>
        }
      />
      <section className={`tiles halves page-width page-part ${styles.story}`}>
        <ControlRoom className={styles.picture} />
        <div className={`stack start ${styles.words}`}>
          <p className={styles.first}>
            {company_name} looks after drivers in Ghana and the cars they earn their living with.
          </p>
          <p>
            A driver who works nights picks up strangers and goes where they say. When it goes wrong there is no time to
            unlock a phone and explain the place. So we fit a tracking device with a panic button, and keep people awake
            who watch for it.
          </p>
          <p>
            Our control room works 24 hours a day. It sees the car, calls the driver, sends the response team and tells
            the Ghana Police where to go. We serve private car owners and commercial drivers: taxis, ride-share cars and
            those who own them.
          </p>
          <p>Your Security Our Concern is not only what we write on our doors. It is what we are paid for.</p>
          <Link to="/more_about" className="button">
            More About Us
          </Link>
        </div>
      </section>
    </>
  );
}
