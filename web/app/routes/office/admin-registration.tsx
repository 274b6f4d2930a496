import { shownName } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link, useLocation, useSearchParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { PartLinks } from '~/components/page/part-links.tsx';
import { CarRequestTable } from '~/features/drivers/cars/car-request-table.tsx';
import { IncompleteRegistrations } from '~/features/drivers/incomplete-registrations.tsx';
import { OFFICE_PLACE } from '~/features/drivers/registration/registration-values.ts';
import { Wizard } from '~/features/drivers/registration/wizard.tsx';
import { LeftBehindNotice } from '~/features/payments/standing/left-behind.tsx';
import { hasTexts } from '~/lib/browser-storage.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { NewRecord } from '../../features/drivers/cars/add-car.tsx';

/** The driver just registered by staff, and the next steps. `another` leads to the next one. */
function OfficeRegistered({ registered, another }: { registered: unknown; another: string }) {
  const { can } = useAbility();
  if (!hasTexts(registered, ['driver_code', 'car_number', 'fullname'])) {
    return <p>No driver was just registered here.</p>;
  }
  const { driver_code = '', car_number = '', fullname = '' } = registered;
  const id = hasTexts(registered, ['driver_id']) ? registered.driver_id : undefined;
  return (
    <>
      {id && can('payments.read') && <LeftBehindNotice driverId={id} />}
      <NewRecord
        title={`${shownName(fullname)} is registered`}
        {...{ driver_code, car_number, another }}
        {...(id && { record: `/view_driver/${id}` })}
        more="Register another driver"
      />
    </>
  );
}

const PATH = '/admin_registration';

const PARTS = [
  { part: '', label: 'Incomplete registrations', needs: 'drivers.register' },
  { part: 'cars', label: 'Requests for another car', needs: 'drivers.change' },
] as const;

const addressOf = (part: string): string => (part === '' ? PATH : `${PATH}?part=${part}`);

/** Registration at the desk, and the queues: incomplete registrations and requests for cars. */
export default function AdminRegistration() {
  const part = useSearchParams()[0].get('part') ?? '';
  const { can } = useAbility();
  const { state } = useLocation();
  if (part === 'new') {
    return (
      <Page
        title="Register a driver"
        actions={
          <Button component={Link} to={PATH} variant="default">
            Back to the queues
          </Button>
        }
      >
        <Wizard place={OFFICE_PLACE} />
      </Page>
    );
  }
  if (part === 'done') {
    return (
      <Page>
        <OfficeRegistered registered={Object(state).registered} another={addressOf('new')} />
      </Page>
    );
  }
  return (
    <Page
      about="Registrations that lack something, and drivers who register at the desk."
      parts={
        <PartLinks
          isInHead
          label="Queues"
          parts={PARTS.filter(({ needs }) => can(needs)).map((one) => ({
            to: addressOf(one.part),
            label: one.label,
            isOpen: one.part === part,
          }))}
        />
      }
      actions={
        <Button component={Link} to={addressOf('new')}>
          Register a driver
        </Button>
      }
    >
      {part === 'cars' ? <CarRequestTable /> : <IncompleteRegistrations />}
    </Page>
  );
}
