import { formatPhone } from '@banbo/contract';
import { Link } from 'react-router';
import { EmergencyNumbers } from '~/components/site/site-footer.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { PrivateCar } from '../art/cars.tsx';
import { OnRoad, SiteIcon } from '../art/icon.tsx';
import { PageHead } from '../parts/section.tsx';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';

/** Emergency numbers, and every contact besides the form. */
export function ContactWays() {
  const site = useSite();
  return (
    <section>
      {site.emergency_numbers.length > 0 && (
        <>
          <h2>In an emergency</h2>
          <EmergencyNumbers className={`tiles close ${styles.emergency}`} />
        </>
      )}
      <h2>Other ways to reach us</h2>
      <ul className={`stack ${styles.list}`}>
        {site.mobile_numbers.map((number) => (
          <li key={number}>
            <SiteIcon name="call" />
            <a href={`tel:${number}`}>{formatPhone(number)}</a>
          </li>
        ))}
        {site.email && (
          <li>
            <SiteIcon name="form" />
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </li>
        )}
        <li>
          <SiteIcon name="message" />
          <Link to="/whatsaap">Send Message by WhatsApp</Link>
        </li>
        {(site.office_location || site.gps_address) && (
          <li>
            <SiteIcon name="pin" />
            <span>
              {site.office_location}
              {site.office_location && site.gps_address && <br />}
              {site.gps_address && `GPS address ${site.gps_address}`}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

export default function ContactUs() {
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
      <div className={`stack page-width page-part ${styles.layout}`}>
        <ContactForm />
        <ContactWays />
      </div>
    </>
  );
}
