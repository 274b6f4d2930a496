import { hasTexts } from '~/lib/browser-storage.ts';
import { NewRecord } from '../cars/new-record.tsx';

/** The driver whom staff have just registered, and what comes next. `another` leads to the next registration. */
export function OfficeRegistered({ registered, another }: { registered: unknown; another: string }) {
  if (!hasTexts(registered, ['driver_code', 'car_number', 'fullname'])) {
    return <p>Nobody was registered here just now.</p>;
  }
  const { driver_code = '', car_number = '', fullname = '' } = registered;
  return (
    <NewRecord
      title={`${fullname} is registered`}
      {...{ driver_code, car_number, another }}
      {...(hasTexts(registered, ['driver_id']) && { record: `/view_driver/${registered.driver_id}` })}
      more="Register another driver"
    />
  );
}
