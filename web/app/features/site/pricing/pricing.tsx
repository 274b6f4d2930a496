import { feesOn, formatMoney, groupThousands, PLANS, type Plan, type Site } from '@banbo/contract';
import { Link } from 'react-router';
import { useFees, useSite, useYearPrices } from '~/components/site/site-info.ts';
import { PrivateCar } from '../art/cars.tsx';
import { OnRoad } from '../art/icon.tsx';
import { PageHead } from '../parts/section.tsx';
import styles from './pricing.module.css';

/** The three plans with ticks and crosses for their features. */
export function PlanCards() {
  const prices = useYearPrices();
  const { plan_features } = useSite();
  return (
    <ul className={`stack ${styles.plans}`}>
      {PLANS.map((plan) => (
        <PlanCard key={plan.slug} plan={plan} price={feesOn(prices, plan.slug).subscription} features={plan_features} />
      ))}
    </ul>
  );
}

type CardProps = { plan: Plan; price: string; features: Site['plan_features'] };

function PlanCard({ plan, price, features }: CardProps) {
  return (
    <li className={`card ${styles.plan}`} data-best={plan.label ? true : undefined}>
      {plan.label && <p className={styles.label}>{plan.label}</p>}
      <h2>{plan.name}</h2>
      <p className={styles.price}>
        <span className={styles.currency}>GHS</span> {groupThousands(price)}{' '}
        <span className={styles.per}>per month</span>
      </p>
      <ul className={`stack tight ${styles.features}`}>
        {features.map(({ name, plans }) => (
          <Feature key={name} name={name} included={plans.includes(plan.slug)} />
        ))}
      </ul>
      <Link to={`/main_registration?plan=${plan.slug}`} className={plan.label ? 'button accent' : 'button'}>
        Start {plan.name}
      </Link>
    </li>
  );
}

function Feature({ name, included }: { name: string; included: boolean }) {
  return (
    <li data-included={included || undefined}>
      <svg viewBox="0 0 20 20" width="20" height="20" role="img" aria-label={included ? 'Included:' : 'Not included:'}>
        <path
          d={included ? 'm4 10.5 4 4 8-9' : 'm5.5 5.5 9 9m0-9-9 9'}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
        />
      </svg>
      {name}
    </li>
  );
}

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
