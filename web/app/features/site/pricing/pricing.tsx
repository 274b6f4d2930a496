import { formatMoney } from '@banbo/contract';
import { Link } from 'react-router';
import { useFees } from '~/components/site/site-info.ts';
import { PrivateCar } from '../art/cars.tsx';
import { OnRoad } from '../art/icon.tsx';
import { PageHead } from '../parts/section.tsx';
import { PlanCards } from './plan-cards.tsx';
import styles from './pricing.module.css';

export default function PricingPage() {
  const fees = useFees();
  return (
    <>
      <PageHead
        title="Pricing"
        lead="30 days money back guarantee. No Extra Fees. Friendly Support."
        art={
          <OnRoad height={133}>
            <PrivateCar />
          </OnRoad>
        }
      />
      <section className={`stack page-width page-part ${styles.section}`}>
        <PlanCards />
        <div className={`stack tight ${styles.notes}`}>
          <h2>What you pay besides</h2>
          <p>
            Once, whatever the plan: the registration fee of <b>{formatMoney(fees.registration)}</b>, and{' '}
            <b>{formatMoney(fees.device)}</b> for the GPS tracking device with panic button and camera, fitting
            included. Nothing else.
          </p>
          <h2>30 days money back guarantee</h2>
          <p>
            If you are not satisfied, tell us within 30 days of your first payment and bring the equipment back
            undamaged. The rules are in our <Link to="/terms_conditions">Terms &amp; Conditions</Link>.
          </p>
        </div>
      </section>
    </>
  );
}
