import type { Driver } from '@banbo/contract';
import { Box, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { BeforeFinding } from '~/components/driver-finder/before-finding.tsx';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import type { FieldProps } from '~/components/form/form-frame.tsx';
import { FormArea } from '~/components/form/form-line.tsx';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { useFocusOnOpening } from '~/lib/focus-on-opening.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { RecordHead } from '../driver-facts.tsx';
import { DriverLoaded } from '../driver-loaded.tsx';
import { RemovedNotice } from '../driver-standing.tsx';
import { ContactFields, DocumentFields, KinFields, PersonFields, ReferenceFields } from './change-fields.tsx';
import styles from './changing.module.css';
import { AlsoChanges, PhotoForm } from './photo-form.tsx';
import { PlanForm, usePlanForm } from './plan-form.tsx';
import { type DriverChangeForm, type FieldName, useChangeForm } from './use-change-form.ts';

function FieldGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{heading}</h2>
      <div className="fields">{children}</div>
    </section>
  );
}

type Props = { field: (name: FieldName) => FieldProps; dateIssued: string };

/** Every field of a registration, in the order of its pages. */
const ChangeFields = ({ field, dateIssued }: Props) => (
  <>
    <FieldGroup heading="Personal information">
      <PersonFields field={field} />
    </FieldGroup>
    <FieldGroup heading="Identification">
      <DocumentFields field={field} dateIssued={dateIssued} />
    </FieldGroup>
    <FieldGroup heading="Contact information">
      <ContactFields field={field} />
    </FieldGroup>
    <FieldGroup heading="Next of kin">
      <KinFields field={field} />
    </FieldGroup>
    <FieldGroup heading="Reference person">
      <ReferenceFields field={field} />
    </FieldGroup>
  </>
);

const NOTHING = 'Nothing is changed yet.';

/** All fields of a driver, and the reason of the change. */
function ChangeForm({ driver, change }: { driver: Driver; change: DriverChangeForm }) {
  const { form, field, submit, late, changed, isNothing, changesPerson } = change;
  const words = changed.length === 0 ? NOTHING : `You are changing: ${changed.join(', ')}.`;
  return (
    <Box component="form" className="stack" maw="72rem" onSubmit={submit} noValidate>
      <ChangeFields field={field} dateIssued={form.values.date_issued} />
      <div className={`stack close ${styles.end}`}>
        <p role="status" className={late || isNothing ? 'notice' : undefined}>
          {isNothing ? NOTHING : late}
        </p>
        {changesPerson && <AlsoChanges driver={driver} />}
        <FormArea
          {...form.field('reason')}
          label="Reason"
          hint="Why it changes. Stays with the record, with the values before and after."
          rows={2}
          maxLength={300}
          required
        />
      </div>
      <Group gap="xs" className="form-end">
        <Button type="submit" loading={form.isBusy}>
          Update
        </Button>
        <Button component={Link} to={`/view_driver/${driver.id}`} variant="default">
          Cancel
        </Button>
        {!isNothing && <small className={`muted ${styles.words}`}>{words}</small>}
      </Group>
    </Box>
  );
}

/** Finds the driver to change, and goes to their page. */
export function FindDriverToChange() {
  const navigate = useNavigate();
  useFocusOnOpening('driver');
  const addressOf = ({ id }: { id: string }) => `/driver_updates/${id}`;
  return (
    <Stack gap="lg">
      <DriverFinder name="driver" onFound={(found) => navigate(addressOf(found))} />
      <BeforeFinding ways={['global_drivers', 'admin_registration']} to={addressOf} />
    </Stack>
  );
}

/** A driver's forms, each sent by itself, with one question before unsaved ones are left. */
function DriverForms({ driver }: { driver: Driver }) {
  const navigate = useNavigate();
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const planForm = usePlanForm(driver);
  const change = useChangeForm(driver, () => void navigate(`/view_driver/${driver.id}`, { replace: true }));
  return (
    <>
      <div className={styles.short}>
        <PhotoForm driver={driver} photo={photo} setPhoto={setPhoto} />
        <PlanForm driver={driver} planForm={planForm} />
      </div>
      <ChangeForm driver={driver} change={change} />
      <LeaveQuestion isUnsaved={() => photo !== null || planForm.form.isDirtyNow() || change.isUnsaved()}>
        <p>Your changes are not saved yet. Leaving this page loses them.</p>
      </LeaveQuestion>
    </>
  );
}

/** The forms for a driver's photo, plan and fields; a removed driver has none. */
export function DriverUpdate({ id }: { id: string }) {
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <Stack gap="lg" maw="72rem">
          <RemovedNotice driver={driver} />
          <RecordHead driver={driver} />
          {driver.removed_at === null && <DriverForms key={driver.id} driver={driver} />}
        </Stack>
      )}
    </DriverLoaded>
  );
}
