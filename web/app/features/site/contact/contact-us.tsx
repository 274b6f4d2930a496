import { PrivateCar } from '../art/cars.tsx';
import { OnRoad } from '../art/icon.tsx';
import { PageHead } from '../parts/section.tsx';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import { ContactWays } from './contact-ways.tsx';

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
