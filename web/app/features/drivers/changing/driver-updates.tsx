import type { Driver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { FormArea } from '~/components/form/form-line.tsx';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { RecordHead } from '../driver-facts.tsx';
import { DriverLoaded } from '../driver-photo.tsx';
import { RemovedNotice } from '../driver-standing.tsx';
import { ChangeFields } from './change-fields.tsx';
import styles from './changing.module.css';
import { AlsoChanges, PhotoForm } from './photo-form.tsx';
import { PlanForm, usePlanForm } from './plan-form.tsx';
import { type DriverChangeForm, useChangeForm } from './use-change-form.ts';

const NOTHING = 'Nothing is changed yet.';

/** All fields of a driver, and the reason why some of them change. */
function ChangeForm({ driver, change }: { driver: Driver; change: DriverChangeForm }) {
  const { form, field, submit, late, changed, isNothing, changesPerson } = change;
  const words = changed.length === 0 ? NOTHING : `You are changing: ${changed.join(', ')}.`;
  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      <ChangeFields field={field} dateIssued={form.values.date_issued} />
      <div className={styles.end}>
        <p role="status" className={late || isNothing ? styles.late : undefined}>
          {isNothing ? NOTHING : late}
        </p>
        {!isNothing && <p className={styles.changed}>{words}</p>}
        {changesPerson && <AlsoChanges driver={driver} />}
        <FormArea
          {...form.field('reason')}
          label="Reason"
          hint="Why it changes. Stays with the record, with the values before and after."
          rows={2}
          maxLength={300}
          required
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={form.isBusy}>
            Update
          </Button>
          <Button component={Link} to={`/view_driver/${driver.id}`} variant="default">
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

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
