import { feesOn, groupThousands, PLANS, type Plan, type Site } from '@banbo/contract';
import { Link } from 'react-router';
import { useSite, useYearPrices } from '~/components/site/site-info.ts';
import styles from './plan-cards.module.css';

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
