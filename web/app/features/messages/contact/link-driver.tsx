import { type ContactRecord, generalSearch, linkContactDriver } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { change } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './contact.module.css';

type Found = { id: string; driver_code: string; first_name: string; last_name: string; car_number: string };

/** A code begins with DRV, a mobile number with 0 or +; all else is a car. */
const searchFor = (typed: string) => ({
  driver_code: /^drv/i.test(typed) ? typed : '',
  mobile_number: /^[0+]/.test(typed) ? typed : '',
  car_number: /^(drv|[0+])/i.test(typed) ? '' : typed,
});

/** Finds the driver whom a message is from by code, car or mobile number. */
function FindDriver({ onChoose, busy }: { onChoose: (id: string) => void; busy: boolean }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const search = useAction({
    run: () => call(generalSearch, { body: searchFor(typed.trim()) }),
    onDone: ({ driver }) => setFound(driver.slice(0, 5)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFound([]);
    if (typed.trim() !== '') search.mutate();
  };
  return (
    <>
      <search aria-label="Driver of the message">
        <form onSubmit={submit} className={styles.find}>
          <TextInput
            label="Driver code, car or mobile"
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" variant="default" loading={search.isPending}>
            Find
          </Button>
        </form>
      </search>
      <ul className={styles.found} aria-label="Drivers found">
        {found.map((driver) => (
          <li key={driver.id}>
            {driver.first_name} {driver.last_name}, {driver.car_number}{' '}
            <Button
              size="compact-sm"
              variant="default"
              loading={busy}
              aria-label={`Link to ${driver.driver_code}`}
              onClick={() => onChoose(driver.id)}
            >
              {driver.driver_code}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The driver whom the message is from, or a way to find them. */
export function LinkDriver({ record }: { record: ContactRecord }) {
  const { can } = useAbility();
  const link = useAction({
    run: (driver_id: string | null) => change(linkContactDriver, { params: { id: record.id }, body: { driver_id } }),
    says: ({ message }) => message,
  });
  const { driver } = record;
  if (!driver)
    return can('drivers.search') ? <FindDriver busy={link.isPending} onChoose={(id) => link.mutate(id)} /> : null;
  return (
    <p className={styles.driver}>
      {can('drivers.read') ? <Link to={`/view_driver/${driver.id}`}>{driver.fullname}</Link> : driver.fullname}
      <span>
        {driver.driver_code} · {driver.car_number}
        {driver.is_removed && ' · removed'}
      </span>
      <Button size="compact-sm" variant="default" loading={link.isPending} onClick={() => link.mutate(null)}>
        Not theirs
      </Button>
    </p>
  );
}
