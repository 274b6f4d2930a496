import { type Driver, expiryOf, GENDERS, MARITAL_STATUSES } from '@banbo/contract';
import { Box, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import type { FieldProps } from '~/components/form/form-frame.tsx';
import { FormChoice, FormFixed, FormText } from '~/components/form/form-inputs.tsx';
import { FormArea, FormDay, FormEmail } from '~/components/form/form-line.tsx';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { RecordHead } from '../driver-facts.tsx';
import { DriverLoaded } from '../driver-photo.tsx';
import { RemovedNotice } from '../driver-standing.tsx';
import { useIdentifications, useNationalities, useRelationships } from '../registration/use-lookups.ts';
import styles from './changing.module.css';
import { AlsoChanges, PhotoForm } from './photo-form.tsx';
import { PlanForm, usePlanForm } from './plan-form.tsx';
import { type DriverChangeForm, type FieldName, useChangeForm } from './use-change-form.ts';

type Props = { field: (name: FieldName) => FieldProps; dateIssued: string };

function FieldGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{heading}</h2>
      <div className={`fields ${styles.fields}`}>{children}</div>
    </section>
  );
}

const expiry = (issued: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(issued) ? expiryOf(issued) : '');

/** Every field of a registration, in the order of its pages. */
function ChangeFields({ field, dateIssued }: Props) {
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  const relationships = useRelationships();
  return (
    <>
      <FieldGroup heading="Personal information">
        <FormText {...field('last_name')} maxLength={60} required />
        <FormText {...field('first_name')} maxLength={60} required />
        <FormText {...field('middle_name')} maxLength={60} hint="Optional" />
        <FormChoice {...field('gender')} choices={GENDERS} required />
        <FormDay {...field('date_of_birth')} required />
        <FormSearchChoice {...field('nationality')} {...nationalities} required />
        <FormChoice {...field('marital_status')} choices={MARITAL_STATUSES} required />
      </FieldGroup>
      <FieldGroup heading="Identification">
        <FormSearchChoice {...field('identification_type')} {...identifications} required />
        <FormText {...field('id_number')} maxLength={40} hint="Ghana Card: GHA-712345678-9" required />
        <FormDay {...field('date_issued')} required />
        <FormFixed
          name="expiry_date"
          label="Expiry Date"
          value={expiry(dateIssued)}
          hint="Ten years after the date issued, less a day"
        />
      </FieldGroup>
      <FieldGroup heading="Contact information">
        <FormText {...field('car_number')} maxLength={20} hint="They sign in with it. As on the plate" required />
        <FormPhone {...field('mobile_number')} hint="Codes and receipts go there" required />
        <FormEmail {...field('email')} required />
        <FormPhone {...field('spouse_mobile_number')} hint="Optional" />
        <FormText {...field('gps_address')} maxLength={20} hint="Optional. From GhanaPostGPS, like GA-183-8164" />
      </FieldGroup>
      <FieldGroup heading="Next of kin">
        <FormText {...field('next_of_kin')} maxLength={120} required />
        <FormPhone {...field('kin_mobile_number')} required />
        <FormSearchChoice {...field('kin_relationship')} {...relationships} required />
      </FieldGroup>
      <FieldGroup heading="Reference person">
        <FormText {...field('reference_person')} maxLength={120} hint="Optional" />
        <FormPhone {...field('reference_mobile_number')} hint="Optional" />
      </FieldGroup>
    </>
  );
}

const NOTHING = 'Nothing is changed yet.';

/** All fields of a driver, and the reason of the change. */
function ChangeForm({ driver, change }: { driver: Driver; change: DriverChangeForm }) {
  const { form, field, submit, late, changed, isNothing, changesPerson } = change;
  const words = changed.length === 0 ? NOTHING : `You are changing: ${changed.join(', ')}.`;
  return (
    <Box component="form" className="stack loose" maw="72rem" onSubmit={submit} noValidate>
      <ChangeFields field={field} dateIssued={form.values.date_issued} />
      <div className={`stack close ${styles.end}`}>
        <p role="status" className={late || isNothing ? 'notice' : undefined}>
          {isNothing ? NOTHING : late}
        </p>
        {!isNothing && <p className="muted small">{words}</p>}
        {changesPerson && <AlsoChanges driver={driver} />}
        <FormArea
          {...form.field('reason')}
          label="Reason"
          hint="Why it changes. Stays with the record, with the values before and after."
          rows={2}
          maxLength={300}
          required
        />
        <Group gap="xs">
          <Button type="submit" loading={form.isBusy}>
            Update
          </Button>
          <Button component={Link} to={`/view_driver/${driver.id}`} variant="default">
            Cancel
          </Button>
        </Group>
      </div>
    </Box>
  );
}

/** Finds the driver to change, and goes to their page. */
export function FindDriverToChange() {
  const navigate = useNavigate();
  return <DriverFinder name="driver" onFound={({ id }) => navigate(`/driver_updates/${id}`)} />;
}

/** A driver's forms, each sent by itself, with one question before unsaved ones are left. */
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
