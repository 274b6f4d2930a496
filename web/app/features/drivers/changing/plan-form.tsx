import {
  addMonths,
  type BodyOf,
  changeDriverPlan,
  type Driver,
  DriverPlanChange,
  feesOn,
  formatMoney,
  formatMonth,
  PLAN_MONTHS_AHEAD,
  PLANS,
  type PlanFrom,
  type PlanSlug,
  planIn,
  planOf,
  today,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { FormChoice } from '~/components/form/form-inputs.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { useYearPrices } from '~/components/site/site-info.ts';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import styles from './changing.module.css';

type Values = { plan: string; from: string; plan_reason: string };

const check = checkBy(DriverPlanChange);
const bodyOf = ({ plan, from, plan_reason: reason }: Values) =>
  ({ plan, from, reason }) as BodyOf<typeof changeDriverPlan>;
/** The reason has its own name: another form of the page has a reason too. */
const problemsOf = (values: Values) => {
  const { reason, ...found } = check(bodyOf(values));
  return { ...found, ...(reason && { plan_reason: reason }) };
};

/** The form of a car's next plan, which begins next month by default. */
export const usePlanForm = (driver: Driver) => {
  const from = addMonths(today().slice(0, 7), 1);
  const form = useForm<Values>({ initial: { plan: '', from, plan_reason: '' }, check: problemsOf });
  const submit = form.submit(async (values) => {
    const { message } = await change(changeDriverPlan, { params: { id: driver.id }, body: bodyOf(values) });
    form.reset();
    toast.success(message);
  });
  return { form, submit };
};

type DriverPlanForm = ReturnType<typeof usePlanForm>;

const nameOf = (plan: PlanSlug): string => planOf(plan)?.name ?? plan;

const begin = ({ plan, from }: PlanFrom): string => `${nameOf(plan)} from ${formatMonth(from)} on`;

/** The plans in words: `Now: Standard; Platinum from March 2027 on.` */
export const plansInWords = (plans: readonly PlanFrom[], now: string): string => {
  const holds = planIn(plans, now);
  const coming = plans.filter(({ from }) => from > now).map(begin);
  if (holds === null && coming.length === 0) return 'No plan is agreed yet.';
  return `Now: ${[holds === null ? 'no plan' : nameOf(holds), ...coming].join('; ')}.`;
};

/** When the next other plan ends one that begins in a month; null if none does. */
export const untilInWords = (plans: readonly PlanFrom[], { plan, from }: { plan: string; from: string }) => {
  const next = plans.find((later) => later.from > from && later.plan !== plan);
  return next ? `until ${formatMonth(next.from)}, when ${nameOf(next.plan)} begins` : null;
};

/** The months back from now in which a plan may begin. */
const BEFORE = 12;

/** The months in which a plan may begin; none before the registration. */
export const planMonths = (registered: string, now: string): { value: string; label: string }[] => {
  const months = Array.from({ length: BEFORE + PLAN_MONTHS_AHEAD + 1 }, (_, at) => addMonths(now, at - BEFORE));
  return months.filter((value) => value >= registered).map((value) => ({ value, label: formatMonth(value) }));
};

type Chosen = { plan: string; from: string };

/** Says what a month will cost, until when, and what changes for past months. */
function Consequence({ plans, chosen }: { plans: Driver['plans']; chosen: Chosen }) {
  const { plan, from } = chosen;
  const prices = useYearPrices();
  const was = planIn(plans, from);
  const until = untilInWords(plans, chosen);
  const price = (slug: string | null) => formatMoney(feesOn(prices, slug).subscription);
  if (was === plan) return <p className="muted small">This is the plan of that month already.</p>;
  const begun = from <= today().slice(0, 7);
  return (
    <p className="muted small">
      From {formatMonth(from)} {until && `${until}, `}a month costs {price(plan)} instead of {price(was)}, by this
      year’s prices.{' '}
      {begun && 'Months from then on that are not paid yet get the new price; what was paid stays paid. '}
      Earlier months keep their plan and price.
    </p>
  );
}

/** Another plan for a car from a month on, with the reason. */
export function PlanForm({ driver, planForm }: { driver: Driver; planForm: DriverPlanForm }) {
  const { form, submit } = planForm;
  const now = today().slice(0, 7);
  const { plan, from } = form.values;
  return (
    <form className={`stack close start ${styles.group} ${styles.plan}`} onSubmit={submit} noValidate aria-label="Plan">
      <h2>Plan</h2>
      <p>{plansInWords(driver.plans, now)} The plan is this car’s alone.</p>
      <div className="fields">
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
          <Consequence plans={driver.plans} chosen={{ plan, from }} />
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
