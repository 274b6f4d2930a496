import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type DriverFilter, isRemoved } from './driver-queries.ts';
import styles from './drivers.module.css';

const FIELDS = [
  { name: 'driver_code', label: 'Driver Code', maxLength: 20 },
  { name: 'mobile_number', label: 'Mobile Number', maxLength: 24 },
  { name: 'car_number', label: 'Car Number', maxLength: 20 },
] as const;

const NOTHING = { driver_code: '', mobile_number: '', car_number: '' };

const STANDINGS = [
  { value: '', label: 'Current' },
  { value: 'true', label: 'Removed' },
];

type Props = {
  /** The present search of the list. */
  filter: DriverFilter;
  onSearch: (filter: DriverFilter) => void;
};

/** Chooses between current and removed drivers, and searches the list by the beginning of a driver code, mobile number or car number. */
export function DriverFilterForm({ filter, onSearch }: Props) {
  const [typed, setTyped] = useState(filter);
  const searching = FIELDS.some(({ name }) => filter[name] !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch({ ...typed, removed: filter.removed });
  };
  return (
    <search aria-label="Drivers">
      <form className={styles.search} onSubmit={submit}>
        {FIELDS.map(({ name, label, maxLength }) => (
          <TextInput
            key={name}
            label={label}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          label="Drivers"
          data={STANDINGS}
          value={isRemoved(filter) ? 'true' : ''}
          onChange={(event) => onSearch({ ...filter, removed: event.currentTarget.value })}
        />
        <div className={styles.searchButtons}>
          <Button type="submit">Search</Button>
          {searching && (
            <Button variant="default" onClick={() => onSearch({ ...filter, ...NOTHING })}>
              Show all
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}
