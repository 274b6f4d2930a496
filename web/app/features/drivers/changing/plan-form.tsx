import {
  addMonths,
  type BodyOf,
  changeDriverPlan,
  type Driver,
  DriverPlanChange,
  feesOn,
  formatMoney,
  formatMonth,
  PLANS,
  planIn,
  planOf,
  today,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FormChoice } from '~/components/form/form-choice.tsx';
import fields from '~/components/form/form-fields.module.css';
import { FormLine } from '~/components/form/form-line.tsx';
import { useYearPrices } from '~/components/site/site-info.ts';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { driverQuery } from '../driver-queries.ts';
import styles from './changing.module.css';
import { planMonths } from './plan-months.ts';

type Values = { plan: string; from: string; plan_reason: string };

const check = checkBy(DriverPlanChange);
const bodyOf = ({ plan, from, plan_reason: reason }: Values) =>
  ({ plan, from, reason }) as BodyOf<typeof changeDriverPlan>;
/** The reason has a name of its own, since the form of the fields on the same page has one too. */
const problemsOf = (values: Values) => {
  const { reason, ...found } = check(bodyOf(values));
  return { ...found, ...(reason && { plan_reason: reason }) };
};

/** Says what a month costs from then on, and what happens to months that are there already. */
function Consequence({ was, plan, from }: { was: string | null; plan: string; from: string }) {
  const prices = useYearPrices();
  const price = (slug: string | null) => formatMoney(feesOn(prices, slug).subscription);
  if (was === plan) return <p className={styles.changed}>This is the plan of that month already.</p>;
  const begun = from <= today().slice(0, 7);
  return (
    <p className={styles.changed}>
      From {formatMonth(from)} a month costs {price(plan)} instead of {price(was)}, by this year’s prices.{' '}
      {begun && 'Months from then on that are not paid yet are priced anew; what was paid stays paid. '}
      Earlier months keep their plan and price.
    </p>
  );
}

/** Another plan for a car from a month on, with the reason. */
export function PlanForm({ driver }: { driver: Driver }) {
  const queries = useQueryClient();
  const now = today().slice(0, 7);
  const form = useForm<Values>({ initial: { plan: '', from: addMonths(now, 1), plan_reason: '' }, check: problemsOf });
  const submit = form.submit(async (values) => {
    const answer = await call(changeDriverPlan, { params: { id: driver.id }, body: bodyOf(values) });
    form.reset();
    queries.setQueryData(driverQuery(driver.id).queryKey, answer.driver);
    await queries.invalidateQueries({ queryKey: ['drivers'] });
    toast.success(answer.message);
  });
  const { plan, from } = form.values;
  const holds = planIn(driver.plans, now);
  return (
    <form className={`${styles.group} ${styles.plan}`} onSubmit={submit} noValidate aria-label="Plan">
      <h2>Plan</h2>
      <p>{holds === null ? 'No plan is agreed yet.' : `Now: ${planOf(holds)?.name}.`} The plan is this car’s alone.</p>
      <div className={`${fields.fields} ${styles.fields}`}>
        <FormChoice
          {...form.field('plan')}
          label="New plan"
          required
          choices={PLANS.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <FormChoice
          {...form.field('from')}
          label="From"
          required
          choices={planMonths(driver.registered_at.slice(0, 7), now)}
        />
      </div>
      {plan !== '' && (
        <>
          <Consequence was={planIn(driver.plans, from)} plan={plan} from={from} />
          <FormLine
            {...form.field('plan_reason')}
            label="Reason for the new plan"
            maxLength={300}
            autoComplete="off"
            required
          />
          <Button type="submit" loading={form.isBusy}>
            Change the plan
          </Button>
        </>
      )}
    </form>
  );
}
