import { type DriverSummary, formatPhone, fullName } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { fieldId } from '~/lib/form/field-id.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './driver-finder.module.css';
import { findDrivers, isNamed } from './find-drivers.ts';

type Props = {
  /** Its field's name. */
  name: string;
  label?: string;
  error?: string | undefined;
  /** Names the driver who is looked for at once. */
  asked?: string;
  /** Says why a driver cannot be the one, at the field; undefined where the driver can. */
  refusalOf?: (driver: DriverSummary) => string | undefined;
  /** Takes the driver; the finder is busy until it is through, and keeps what was typed when it fails. */
  onFound: (driver: DriverSummary) => unknown;
};

/** Finds a driver. One match is taken at once, as is one whose whole number was typed; of several one is chosen. */
export function DriverFinder({ name, label = 'Find the driver', error, asked = '', refusalOf, onFound }: Props) {
  const [text, setText] = useState(asked);
  const [matches, setMatches] = useState<readonly DriverSummary[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const taking = useAction({
    run: async (found: DriverSummary) => onFound(found),
    onDone: () => {
      setText('');
      setMatches([]);
    },
  });
  const take = async (found: DriverSummary): Promise<unknown> => {
    const told = refusalOf?.(found);
    setRefusal(told);
    return told === undefined && taking.mutateAsync(found).catch(() => undefined);
  };
  const find = useAction({
    run: () => findDrivers(text),
    onDone: async (found) => {
      const exact = found.filter((driver) => isNamed(driver, text));
      const [only, another] = exact.length > 0 ? exact : found;
      setMatches(found);
      if (only && !another) await take(only);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the driver who is asked for is looked for once
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
          id={fieldId(name)}
          label={label}
          description="By driver code, mobile number, car number or name"
          value={text}
          error={refusal ?? error}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefusal(undefined);
          }}
          onKeyDown={onKey}
        />
        <Button variant="default" loading={find.isPending || taking.isPending} onClick={() => find.mutate()}>
          Find
        </Button>
      </div>
      {matches.length > 1 && (
        <ul className={styles.matches} aria-label="Drivers found">
          {matches.map((driver) => (
            <li key={driver.id}>
              <button type="button" onClick={() => void take(driver)}>
                <strong>{fullName(driver)}</strong>
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
