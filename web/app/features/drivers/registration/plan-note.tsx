import { formatMoney, PLANS, planOf, planSubscriptionPrice } from '@banbo/contract';
import { FormChoice } from '~/components/form-choice.tsx';
import { useFees } from '~/components/site-info.ts';
import styles from './wizard.module.css';

type Props = { slug: string; onChange: (slug: string) => void };

/** The plan asked for, with its price of today. It can be changed, or left open to be agreed later. */
export function PlanNote({ slug, onChange }: Props) {
  const { SS } = useFees();
  const price = (plan: string | null) => formatMoney(planSubscriptionPrice(SS, plan));
  const plan = planOf(slug);
  return (
    <div className={styles.plan}>
      <p>
        {plan ? (
          <>
            Plan asked for: <strong>{plan.name}</strong>, {price(slug)} a month
          </>
        ) : (
          <>No plan chosen yet: {price(null)} a month until we have agreed one with you</>
        )}
      </p>
      <FormChoice
        name="plan"
        label="Plan"
        required={false}
        value={plan?.slug ?? ''}
        placeholder="Choose later"
        choices={PLANS.map(({ slug: value, name }) => ({ value, label: `${name}, ${price(value)}` }))}
        onChange={onChange}
      />
    </div>
  );
}
