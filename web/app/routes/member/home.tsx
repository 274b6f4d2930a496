import { Link, useSearchParams } from 'react-router';
import { EmergencyNumbers } from '~/components/site/site-footer.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { CarSwitch, OwnCarRequests, useKnowsCars } from '~/features/drivers/cars/own-cars.tsx';
import { SosCard } from '~/features/incidents/sos/sos-card.tsx';
import styles from '~/features/payments/standing/member.module.css';
import { MemberStandingPage } from '~/features/payments/standing/member-standing.tsx';
import { OwnPayments } from '~/features/payments/standing/own-payments.tsx';
import { OwnRefunds } from '~/features/refunds/own-refunds.tsx';
import { titled } from '~/lib/api/known-site.ts';

/** Leads a member to the place of the car that the page is about. */
function OwnCarLink({ className }: { className: string | undefined }) {
  const code = useSearchParams()[0].get('driver_code');
  return (
    <section className={className} aria-labelledby="my-car-title">
      <h2 id="my-car-title">My car</h2>
      <p>
        <Link to={code === null ? '/my_car' : `/my_car?driver_code=${encodeURIComponent(code)}`}>
          See where it is, where it was, and who viewed it
        </Link>
      </p>
    </section>
  );
}

export const meta = titled('My Page');

export default function MemberHome() {
  const { emergency_numbers } = useSite();
  const knowsCars = useKnowsCars();
  return (
    <div className={styles.page} data-waits={!knowsCars || undefined}>
      <div className={styles.always}>
        <SosCard />
      </div>
      <CarSwitch />
      <MemberStandingPage />
      <OwnCarLink className={styles.section} />
      <section className={`${styles.section} ${styles.payments}`} aria-labelledby="payments-title">
        <h2 id="payments-title">My payments</h2>
        <OwnPayments />
      </section>
      <OwnRefunds className={styles.section} />
      <OwnCarRequests />
      {emergency_numbers.length > 0 && (
        <section className={`${styles.section} ${styles.always}`} aria-labelledby="emergency-title">
          <h2 id="emergency-title">In an emergency</h2>
          <p>Press your panic button. You can also call:</p>
          <EmergencyNumbers className={`row ${styles.emergency}`} />
        </section>
      )}
    </div>
  );
}
