import { formatMoney, PLANS } from '@banbo/contract';
import { useSearchParams } from 'react-router';
import { useHydrated } from '~/lib/use-hydrated.ts';
import styles from './wizard.module.css';

/** The plan that the pricing page carried over in the address. */
export function PlanNote() {
  const isHydrated = useHydrated();
  const [query] = useSearchParams();
  const plan = isHydrated ? PLANS.find(({ slug }) => slug === query.get('plan')) : undefined;
  if (!plan) return null;
  return (
    <p className={styles.plan}>
      Your plan: <strong>{plan.name}</strong>, {formatMoney(plan.price)} a month
    </p>
  );
}
