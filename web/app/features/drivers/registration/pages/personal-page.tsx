import { GENDERS, isExpired, MARITAL_STATUSES } from '@banbo/contract';
import { FormChoice } from '~/components/form/form-choice.tsx';
import { FormDay } from '~/components/form/form-day.tsx';
import fields from '~/components/form/form-fields.module.css';
import { FormFixed } from '~/components/form/form-fixed.tsx';
import { FormPhoto } from '~/components/form/form-photo.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import { FormText } from '~/components/form/form-text.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { toast } from '~/lib/toast.ts';
import { expiryDate, PHOTO } from '../registration-values.ts';
import { numberMaskOf, useIdentifications, useNationalities } from '../use-lookups.ts';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';

type Props = {
  form: RegistrationForm;
  photo: ChosenPhoto | null;
  photoError: string | undefined;
  onPhoto: (photo: ChosenPhoto | null) => void;
};

const EXPIRED = 'This document has expired. You can still register with it; please renew it soon.';

/** How a number of the chosen type is written, where it has a form. */
const numberHint = (type: string): string => {
  const mask = numberMaskOf(type);
  return mask ? `${mask}: 9 is a digit, A a letter` : 'Ghana Card: GHA-712345678-9';
};

export function PersonalPage({ form, photo, photoError, onPhoto }: Props) {
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  const type = form.field('persIdentificationType');
  const expiry = expiryDate(form.values);
  // The number was checked against the type before.
  const chooseType = (chosen: string) => {
    form.clearFieldError('persIdNumber');
    type.onChange(chosen);
  };
  return (
    <div className={fields.fields}>
      <FormText {...form.field('persLastname')} autoComplete="family-name" maxLength={60} />
      <FormText {...form.field('persFirstname')} autoComplete="given-name" maxLength={60} />
      <FormChoice {...form.field('persGender')} choices={GENDERS} />
      <FormDay {...form.field('persDOB')} autoComplete="bday" />
      <FormSearchChoice {...form.field('persNationality')} {...nationalities} />
      <FormChoice {...form.field('persMaritalStatus')} choices={MARITAL_STATUSES} />
      <FormSearchChoice {...type} {...identifications} onChange={chooseType} />
      <FormText {...form.field('persIdNumber')} maxLength={40} hint={numberHint(type.value)} />
      <FormDay {...form.field('persDateIssued')} />
      <FormFixed
        name="persExpiryDate"
        label="Expiry Date"
        value={expiry}
        placeholder="Year-month-day"
        hint="Ten years after the date issued, less a day"
        warning={isExpired(expiry) ? EXPIRED : null}
      />
      <div className={styles.wide}>
        <FormPhoto
          name={PHOTO}
          label="Photo (optional)"
          hint="Your face, from the front. A large picture is made smaller on your phone before it is sent."
          photo={photo}
          error={photoError}
          onChange={onPhoto}
          onRefused={(message) => toast.error(message, { duration: 5000 })}
        />
      </div>
    </div>
  );
}
