import { feesOn, formatMoney, formatMonthlyPrice, PLANS, planOf } from '@banbo/contract';
import { FormChoice } from '~/components/form/form-choice.tsx';
import { useYearPrices } from '~/components/site/site-info.ts';
import styles from './wizard.module.css';

type Props = { slug: string; onChange: (slug: string) => void };

/** The plan asked for, with its price of today. It can be changed, or left open to be agreed later. */
export function PlanNote({ slug, onChange }: Props) {
  const prices = useYearPrices();
  const price = (on: string | null) => feesOn(prices, on).subscription;
  const plan = planOf(slug);
  return (
    <div className={styles.plan}>
      <p>
        {plan ? (
          <>
            Plan asked for: <strong>{plan.name}</strong>, {formatMonthlyPrice(price(slug))}
          </>
        ) : (
          <>No plan chosen yet: {formatMonthlyPrice(price(null))} until we have agreed one with you</>
        )}
      </p>
      <FormChoice
        name="plan"
        label="Plan"
        required={false}
        value={plan?.slug ?? ''}
        placeholder="Choose later"
        choices={PLANS.map(({ slug: value, name }) => ({ value, label: `${name}, ${formatMoney(price(value))}` }))}
        onChange={onChange}
      />
    </div>
  );
}
