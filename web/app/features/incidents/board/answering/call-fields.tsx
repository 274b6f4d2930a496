import { type DriverSummary, fullName, INCIDENT_GRADE_LABELS, INCIDENT_GRADES, shownName } from '@banbo/contract';
import { Button, NativeSelect, Text } from '@mantine/core';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import type { useForm } from '~/lib/form/use-form.ts';

/** `driver_name` says who was chosen, and is not sent. */
type CallValues = { grade: string; driver_id: string; driver_name: string };
type Props<V extends CallValues> = { form: ReturnType<typeof useForm<V>> };

const GRADES = INCIDENT_GRADES.map((grade) => ({ value: grade, label: INCIDENT_GRADE_LABELS[grade] }));

const nameOf = (driver: DriverSummary): string =>
  [driver.car_number, shownName(fullName(driver)), driver.driver_code].join(', ');

/** The car of a call for help, found as everywhere in the office. */
export function CarChoice<V extends CallValues>({ form }: Props<V>) {
  const set = form.setFieldValue as (name: 'driver_id' | 'driver_name', value: string) => void;
  const choose = (driver: DriverSummary | null): void => {
    set('driver_id', driver?.id ?? '');
    set('driver_name', driver ? nameOf(driver) : '');
    form.clearErrors();
  };
  if (form.values.driver_id === '') {
    return <DriverFinder name="driver_id" isFirst error={form.errors.driver_id} onFound={choose} />;
  }
  return (
    <Text>
      <strong>{form.values.driver_name}</strong>{' '}
      <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
        Another car
      </Button>
    </Text>
  );
}

/** The grade of a call for help; an SOS unless another is chosen. */
export function GradeChoice<V extends CallValues>({ form }: Props<V>) {
  const input = form.input as (name: 'grade') => ReturnType<typeof form.input>;
  return (
    <NativeSelect mt="sm" {...input('grade')} value={form.values.grade || 'sos'} label="What happened" data={GRADES} />
  );
}
