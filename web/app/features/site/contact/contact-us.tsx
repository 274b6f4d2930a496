import { formatPhone } from '@banbo/contract';
import { Link } from 'react-router';
import { useSite } from '~/components/site-info.ts';
import { Icon } from '../art/icon.tsx';
import { OnRoad } from '../art/on-road.tsx';
import { PrivateCar } from '../art/private-car.tsx';
import { PageHead } from '../parts/page-head.tsx';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';

export function ContactUs() {
  const site = useSite();
  return (
    <>
      <PageHead
        title="Get Help & Friendly Support"
        lead="In danger now? Press your panic button, or call. This form is for everything that can wait a little."
        art={
          <OnRoad height={133}>
            <PrivateCar />
          </OnRoad>
        }
      />
      <div className={styles.layout}>
        <ContactForm />
        <section className={styles.ways}>
          <h2>Other ways to reach us</h2>
          <ul className={styles.list}>
            {site.mobile_numbers.map((number) => (
              <li key={number}>
                <Icon name="call" />
                <a href={`tel:${number}`}>{formatPhone(number)}</a>
              </li>
            ))}
            <li>
              <Icon name="form" />
              <a href={`mailto:${site.email}`}>{site.email}</a>
            </li>
            <li>
              <Icon name="message" />
              <Link to="/whatsaap">Send Message by WhatsApp</Link>
            </li>
            <li>
              <Icon name="pin" />
              <span>
                {site.office_location}
                <br />
                GPS address {site.gps_address}
              </span>
            </li>
          </ul>
        </section>
      </div>
    </>
  );
}
