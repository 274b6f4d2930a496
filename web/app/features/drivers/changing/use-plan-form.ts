import { addMonths, type BodyOf, changeDriverPlan, type Driver, DriverPlanChange, today } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { refresh } from '~/lib/query-client.ts';
import { toast } from '~/lib/toast.ts';
import { driverQuery } from '../driver-queries.ts';

type Values = { plan: string; from: string; plan_reason: string };

const check = checkBy(DriverPlanChange);
const bodyOf = ({ plan, from, plan_reason: reason }: Values) =>
  ({ plan, from, reason }) as BodyOf<typeof changeDriverPlan>;
/** The reason has a name of its own, since the form of the fields on the same page has one too. */
const problemsOf = (values: Values) => {
  const { reason, ...found } = check(bodyOf(values));
  return { ...found, ...(reason && { plan_reason: reason }) };
};

/** The form of a car's next plan, from next month on until another month is chosen. */
export const usePlanForm = (driver: Driver) => {
  const queries = useQueryClient();
  const from = addMonths(today().slice(0, 7), 1);
  const form = useForm<Values>({ initial: { plan: '', from, plan_reason: '' }, check: problemsOf });
  const submit = form.submit(async (values) => {
    const answer = await call(changeDriverPlan, { params: { id: driver.id }, body: bodyOf(values) });
    form.reset();
    queries.setQueryData(driverQuery(driver.id).queryKey, answer.driver);
    await refresh(changeDriverPlan);
    toast.success(answer.message);
  });
  return { form, submit };
};

export type DriverPlanForm = ReturnType<typeof usePlanForm>;
