import { type DriverSummary, formatPhone, fullName, generalSearch, MAX_PHONE_LENGTH, shownName } from '@banbo/contract';
import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { BeforeFinding } from '~/components/driver-finder/before-finding.tsx';
import { SearchButtons } from '~/components/page/search-buttons.tsx';
import searchForm from '~/components/page/search-form.module.css';
import { DriverPhoto } from '~/components/record/driver-photo.tsx';
import { call } from '~/lib/api/api.ts';
import { useFocusOnOpening } from '~/lib/focus-on-opening.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useBack } from '~/lib/session/last-page.ts';
import { toast } from '~/lib/toast.ts';

/** Milliseconds that a failed search is shown. */
const REFUSAL_MS = 6000;

const FIELDS = [
  { name: 'driver_code', label: 'Driver Code', maxLength: 20 },
  { name: 'mobile_number', label: 'Mobile Number', maxLength: MAX_PHONE_LENGTH },
  { name: 'car_number', label: 'Car Number', maxLength: 20 },
] as const;

const EMPTY = { driver_code: '', mobile_number: '', car_number: '' };

function Found({ drivers }: { drivers: readonly DriverSummary[] }) {
  return (
    <ul className="ruled">
      {drivers.map((driver) => (
        <Group key={driver.id} component="li" gap="sm" wrap="nowrap">
          <DriverPhoto id={driver.id} name={fullName(driver)} photo={driver.photo} size="3rem" />
          <div>
            <Link to={`/view_driver/${driver.id}`}>{shownName(fullName(driver))}</Link>
            <p className="row muted">
              <span>{driver.driver_code}</span>
              <span>{driver.car_number}</span>
              <span>{formatPhone(driver.mobile_number)}</span>
            </p>
          </div>
        </Group>
      ))}
    </ul>
  );
}

/** Finds drivers by code, mobile number or car number. Cancel clears and goes back. */
export function DriverSearch() {
  const [found, setFound] = useState<{ message: string; drivers: DriverSummary[] } | null>(null);
  const goBack = useBack('/global_drivers');
  const form = useForm({
    initial: EMPTY,
    onRefused: ({ message }) => {
      setFound(null);
      toast.error(message, { duration: REFUSAL_MS });
      form.focus('driver_code');
    },
  });
  useFocusOnOpening('driver_code');
  const submit = form.submit(async (body) => {
    const { message, driver } = await call(generalSearch, { body });
    setFound({ message, drivers: driver });
    form.reset();
    form.focus('driver_code');
  });

  const cancel = () => {
    setFound(null);
    goBack();
  };

  return (
    <>
      <form className={searchForm.search} style={{ '--field': '10.5rem' }} onSubmit={submit}>
        {FIELDS.map(({ name, label, maxLength }) => (
          <TextInput
            key={name}
            label={label}
            placeholder=" "
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            {...form.input(name)}
          />
        ))}
        <SearchButtons isBusy={form.isBusy} onCancel={cancel} />
      </form>
      <p role="status">{found?.message}</p>
      {found ? (
        <Found drivers={found.drivers} />
      ) : (
        <BeforeFinding ways={['global_drivers', 'admin_registration']} to={({ id }) => `/view_driver/${id}`} />
      )}
    </>
  );
}
