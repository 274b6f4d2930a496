import { type DriverSummary, declareStolen, fullName, StolenCar, shownName } from '@banbo/contract';
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

/** A car by its driver's record. */
export type CarOfDriver = { driver_id: string; car_number: string };

/** Declares a car stolen: the given one, or one that is found. */
export function DeclareStolen({ car, isSmall = false }: { car?: CarOfDriver; isSmall?: boolean }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const [driver, setDriver] = useState<DriverSummary | null>(null);
  const form = useForm({
    initial: { driver_id: car?.driver_id ?? '', last_seen: '' },
    check: checkBy(StolenCar),
  });
  const choose = (chosen: DriverSummary | null): void => {
    setDriver(chosen);
    form.setFieldValue('driver_id', chosen?.id ?? '');
  };
  return (
    <>
      <Button
        variant={car ? 'default' : 'filled'}
        {...(isSmall && { size: 'compact-sm' })}
        onClick={() => setOpened(true)}
      >
        Declare stolen…
      </Button>
      <FormQuestion
        opened={opened}
        title={car ? `Is ${car.car_number} stolen?` : 'Which car is stolen?'}
        action="Declare it stolen"
        form={form}
        send={async (body) => {
          const answer = await change(declareStolen, { body, idempotencyKey: form.retryKey.keyFor(body) });
          setDriver(null);
          void navigate(`/stolen_cars/${answer.stolen_car_id}`);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>The owner is told, and you can make links with which the police see the car without signing in.</p>
        {driver && (
          <Text mt="sm">
            <strong>{driver.car_number}</strong>, {shownName(fullName(driver))}, {driver.driver_code}{' '}
            <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
              Another car
            </Button>
          </Text>
        )}
        {!car && !driver && <DriverFinder name="driver_id" isFirst error={form.errors.driver_id} onFound={choose} />}
        <Textarea
          mt="sm"
          {...form.input('last_seen')}
          label="Where it was last seen"
          description="Those who get a link read this, too."
          required
          rows={2}
          maxLength={300}
        />
      </FormQuestion>
    </>
  );
}
