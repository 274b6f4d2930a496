import type { Driver } from '@banbo/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { DriverLoaded } from '../driver-loaded.tsx';
import { RemovedNotice } from '../driver-standing.tsx';
import { RecordHead } from '../record/record-head.tsx';
import { ChangeForm } from './change-form.tsx';
import styles from './changing.module.css';
import { PhotoForm } from './photo-form.tsx';
import { PlanForm } from './plan-form.tsx';
import { useChangeForm } from './use-change-form.ts';
import { usePlanForm } from './use-plan-form.ts';

/** Finds the driver whose details are to change, who then stands in the address. */
export function FindDriverToChange() {
  const navigate = useNavigate();
  return <DriverFinder name="driver" onFound={({ id }) => navigate(`/driver_updates/${id}`)} />;
}

/** The forms of a driver, each sent by itself, and one question for what is in any of them. */
function DriverForms({ driver }: { driver: Driver }) {
  const navigate = useNavigate();
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const planForm = usePlanForm(driver);
  const change = useChangeForm(driver, () => void navigate(`/view_driver/${driver.id}`, { replace: true }));
  return (
    <>
      <PhotoForm driver={driver} photo={photo} setPhoto={setPhoto} />
      <PlanForm driver={driver} planForm={planForm} />
      <ChangeForm driver={driver} change={change} />
      <LeaveQuestion isUnsaved={() => photo !== null || planForm.form.isDirtyNow() || change.isUnsaved()}>
        <p>What you changed is not saved yet. Leaving this page loses it.</p>
      </LeaveQuestion>
    </>
  );
}

/** A driver's photo, plan and fields to change; those of a removed one stay as they are. */
export function DriverUpdate({ id }: { id: string }) {
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <div className={styles.page}>
          <RemovedNotice driver={driver} />
          <RecordHead driver={driver} />
          {driver.removed_at === null && <DriverForms key={driver.id} driver={driver} />}
        </div>
      )}
    </DriverLoaded>
  );
}
