import {
  addFenceRule,
  changeFenceRule,
  type DriverSummary,
  deleteFenceRule,
  FENCE_MUST_LABELS,
  FENCE_MUSTS,
  type Fence,
  type FenceRule,
  FenceRuleFields,
  fullName,
  PLANS,
  shownName,
} from '@banbo/contract';
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { FormButton } from '~/components/question/confirm.tsx';
import { ChangeButton, DeleteAction, IN_ROW } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const fieldsOf = ({ id: _, car_number: __, ...fields }: FenceRule): FenceRuleFields => fields;

const planName = (slug: string): string => PLANS.find((plan) => plan.slug === slug)?.name ?? slug;

/** A rule in a sentence: `All cars must stay in, Mon to Fri, 22:00 to 05:00`. */
const ruleText = ({ must, plan, car_number, days, from_time, until_time }: FenceRule): string => {
  const whom = car_number ?? (plan === null ? 'All cars' : `Cars of the plan ${planName(plan)}`);
  const when = days.length === 7 ? 'every day' : days.map((day) => DAYS[day - 1]).join(', ');
  const hours = from_time === until_time ? 'all day' : `${from_time} to ${until_time}`;
  return `${whom}: ${FENCE_MUST_LABELS[must].toLowerCase()}, ${when}, ${hours}`;
};

const INITIAL = {
  ...{ must: 'stay_in', whom: 'all', driver_id: '', from_time: '00:00', until_time: '00:00' },
  ...{ d1: true, d2: true, d3: true, d4: true, d5: true, d6: true, d7: true },
};
type Values = typeof INITIAL;

const dayName = (day: number) => `d${day}` as keyof Values & `d${number}`;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

const bodyOf = (values: Values) => ({
  must: values.must as FenceRuleFields['must'],
  plan: values.whom === 'all' || values.whom === 'car' ? null : (values.whom as FenceRuleFields['plan']),
  driver_id: values.whom === 'car' ? values.driver_id : null,
  days: WEEK.filter((day) => values[dayName(day)] === true),
  from_time: values.from_time,
  until_time: values.until_time,
  is_active: true,
});

function AddRule({ shapeId, name }: { shapeId: string; name: string }) {
  const [driver, setDriver] = useState<DriverSummary | null>(null);
  const form = useForm({ initial: INITIAL, check: (values) => checkBy(FenceRuleFields)(bodyOf(values)) });
  const { whom } = form.values;
  const set = form.setFieldValue;
  const choose = (chosen: DriverSummary | null): void => {
    setDriver(chosen);
    set('driver_id', chosen?.id ?? '');
  };
  return (
    <FormButton
      label="Add a rule…"
      title={`A rule about ${name}`}
      action="Add it"
      form={form}
      send={(values) => {
        const body = { ...bodyOf(values), shape_id: shapeId };
        return change(addFenceRule, { body, idempotencyKey: form.retryKey.keyFor(body) });
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          data-autofocus
          label="The rule"
          data={FENCE_MUSTS.map((must) => ({ value: must, label: FENCE_MUST_LABELS[must] }))}
          value={form.values.must}
          onChange={(event) => set('must', event.currentTarget.value)}
        />
        <NativeSelect
          label="Which cars"
          data={[
            { value: 'all', label: 'All cars' },
            ...PLANS.map((plan) => ({ value: plan.slug, label: `Cars of the plan ${plan.name}` })),
            { value: 'car', label: 'One car' },
          ]}
          value={whom}
          onChange={(event) => set('whom', event.currentTarget.value)}
        />
        {whom === 'car' &&
          (driver ? (
            <Text>
              {shownName(fullName(driver))}, {driver.car_number}{' '}
              <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
                Another car
              </Button>
            </Text>
          ) : (
            <DriverFinder name="driver_id" error={form.errors.driver_id} onFound={choose} />
          ))}
        <fieldset>
          <legend>Days</legend>
          <Group gap="sm">
            {WEEK.map((day) => (
              <Checkbox
                key={day}
                label={DAYS[day - 1]}
                checked={form.values[dayName(day)] === true}
                onChange={(event) => set(dayName(day), event.currentTarget.checked)}
              />
            ))}
          </Group>
          {form.errors.days && <Text c="var(--danger)">{form.errors.days}</Text>}
        </fieldset>
        <Group gap="sm" grow>
          <TextInput {...form.input('from_time')} label="From" description="For example 22:00" />
          <TextInput {...form.input('until_time')} label="Until" description="The same time as From means all day" />
        </Group>
      </Stack>
    </FormButton>
  );
}

/** The rules about a shape, and for those who may, adding and removing them. */
export function FenceRules({ fence, mayChange }: { fence: Fence; mayChange: boolean }) {
  const { rules, shape_id, name } = fence;
  if (shape_id === null) return null;
  return (
    <section aria-label={`Rules about ${name}`}>
      <Stack gap="xs">
        <h3>Rules</h3>
        {rules.length === 0 && <p>No rule yet: cars come and go as they like.</p>}
        {rules.map((rule) => (
          <Group key={rule.id} gap="xs" justify="space-between">
            <Text size="sm">
              {ruleText(rule)}
              {!rule.is_active && ' (off)'}
            </Text>
            {mayChange && (
              <Group gap={4}>
                <ChangeButton
                  label={rule.is_active ? 'Switch off' : 'Switch on'}
                  of={ruleText(rule)}
                  button={IN_ROW}
                  send={() =>
                    change(changeFenceRule, {
                      params: { id: rule.id },
                      body: { ...fieldsOf(rule), is_active: !rule.is_active },
                    })
                  }
                />
                <DeleteAction
                  title="Delete this rule?"
                  of={ruleText(rule)}
                  button={IN_ROW}
                  remove={() => change(deleteFenceRule, { params: { id: rule.id } })}
                >
                  <p>{ruleText(rule)}. What the watch found by it stays.</p>
                </DeleteAction>
              </Group>
            )}
          </Group>
        ))}
        {mayChange && (
          <Group>
            <AddRule shapeId={shape_id} name={name} />
          </Group>
        )}
      </Stack>
    </section>
  );
}
