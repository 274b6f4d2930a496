import { useNavigate } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { DriverLoaded } from '../driver-loaded.tsx';
import { RemovedNotice } from '../driver-standing.tsx';
import { RecordHead } from '../record/record-head.tsx';
import { ChangeForm } from './change-form.tsx';
import styles from './changing.module.css';
import { PhotoForm } from './photo-form.tsx';
import { PlanForm } from './plan-form.tsx';

/** Finds the driver whose details are to change, who then stands in the address. */
export function FindDriverToChange() {
  const navigate = useNavigate();
  return <DriverFinder name="driver" onFound={({ id }) => navigate(`/driver_updates/${id}`)} />;
}

/** A driver's photo, plan and fields to change; those of a removed one stay as they are. */
export function DriverUpdate({ id }: { id: string }) {
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <div className={styles.page}>
          <RemovedNotice driver={driver} />
          <RecordHead driver={driver} />
          {driver.removed_at === null && (
            <>
              <PhotoForm driver={driver} />
              <PlanForm driver={driver} />
              <ChangeForm key={driver.id} driver={driver} />
            </>
          )}
        </div>
      )}
    </DriverLoaded>
  );
}
