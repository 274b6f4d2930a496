import { type DriverSummary, formatPhone } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { fieldId } from '~/lib/form/field-id.ts';
import { useAction } from '~/lib/use-action.ts';
import { driverOfCar, findDrivers, isNamed } from './desk-lookups.ts';
import type { DeskDriver } from './paid-rows.ts';
import styles from './receive.module.css';

type Props = { error: string | undefined; onFound: (driver: DeskDriver) => void };

/** Finds the driver whom a payment is for, at once if the address names one. One match is taken at once, as is one whose whole number was typed; of several one is chosen. */
export function DriverFinder({ error, onFound }: Props) {
  const asked = useSearchParams()[0].get('driver') ?? '';
  const [text, setText] = useState(asked);
  const [matches, setMatches] = useState<readonly DriverSummary[]>([]);
  const take = useAction({
    run: (found: DriverSummary) => driverOfCar(found),
    onDone: (driver) => {
      setText('');
      setMatches([]);
      onFound(driver);
    },
  });
  const find = useAction({
    run: () => findDrivers(text),
    onDone: async (found) => {
      const exact = found.filter((driver) => isNamed(driver, text));
      const [only, another] = exact.length > 0 ? exact : found;
      setMatches(found);
      if (only && !another) await take.mutateAsync(only).catch(() => undefined);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the driver that the address names is looked for once
  useEffect(() => {
    if (asked) find.mutate();
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form around it is not sent.
    event.preventDefault();
    find.mutate();
  };

  return (
    <div>
      <div className={styles.finder}>
        <TextInput
          id={fieldId('payments')}
          label="Find the driver"
          description="By driver code, mobile number, car number or name"
          value={text}
          error={error}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <Button variant="default" loading={find.isPending || take.isPending} onClick={() => find.mutate()}>
          Find
        </Button>
      </div>
      {matches.length > 1 && (
        <ul className={styles.matches} aria-label="Drivers found">
          {matches.map((driver) => (
            <li key={driver.id}>
              <button type="button" onClick={() => take.mutate(driver)}>
                <strong>{`${driver.first_name} ${driver.last_name}`}</strong>
                <span>{driver.car_number}</span>
                <span>{driver.driver_code}</span>
                <span>{formatPhone(driver.mobile_number)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
