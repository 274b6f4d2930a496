import { formatMoney, PLANS, planOf } from '@banbo/contract';
import { useFees } from '~/components/site-info.ts';
import styles from './wizard.module.css';

/** The plan that the pricing page carried over, with its price of today. */
export function PlanNote({ slug }: { slug: string }) {
  const { SS } = useFees();
  const plan = planOf(slug);
  if (!plan) return null;
  return (
    <p className={styles.plan}>
      Plan asked for: <strong>{plan.name}</strong>, {formatMoney(plan === PLANS[0] ? SS : plan.price)} a month
    </p>
  );
}
