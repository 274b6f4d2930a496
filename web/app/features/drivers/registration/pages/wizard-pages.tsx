import { GENDERS, isExpired, MARITAL_STATUSES, plateHint } from '@banbo/contract';
import { FormDay } from '~/components/form/form-day.tsx';
import { FormCheck, FormChoice, FormFixed, FormText } from '~/components/form/form-inputs.tsx';
import { FormEmail } from '~/components/form/form-line.tsx';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormPhoto } from '~/components/form/form-photo.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { toast } from '~/lib/toast.ts';
import { expiryDate, PHOTO } from '../registration-values.ts';
import { numberMaskOf, useIdentifications, useNationalities, useRelationships } from '../use-lookups.ts';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';

export function ContactPage({ form }: { form: RegistrationForm }) {
  return (
    <div className="fields">
      <FormText {...form.field('contactCarNumber')} maxLength={20} hint={plateHint(form.values.contactCarNumber)} />
      <FormPhone {...form.field('contactMobileNumber')} hint="Payment messages and codes come to this number" />
      <FormEmail {...form.field('contactEmail')} />
      <FormPhone {...form.field('contactSpouseMobileNumber')} autoComplete="off" hint="Optional, also abroad" />
      <FormText
        {...form.field('contactGpsAddress')}
        maxLength={20}
        hint="Optional. From GhanaPostGPS, like GA-183-8164"
      />
    </div>
  );
}

export function KinPage({ form }: { form: RegistrationForm }) {
  const relationships = useRelationships();
  return (
    <>
      <p className="lead">The person we call first if something happens to you.</p>
      <div className="fields">
        <FormText {...form.field('nkinNextOfKin')} autoComplete="off" maxLength={120} hint="Full name" />
        <FormPhone {...form.field('nkinMobileNumber')} label="Mobile Number" autoComplete="off" hint={ABROAD} />
        <FormSearchChoice {...form.field('nkinRelationship')} {...relationships} />
      </div>
    </>
  );
}

export function ReferencePage({ form }: { form: RegistrationForm }) {
  return (
    <>
      <p className="lead">Somebody who knows you and can speak for you. You may leave this page empty.</p>
      <div className="fields">
        <FormText
          {...form.field('refpReferencePerson')}
          autoComplete="off"
          maxLength={120}
          hint="Optional. Full name"
        />
        <FormPhone
          {...form.field('refpReferenceMobileNumber')}
          label="Reference Mobile Number"
          autoComplete="off"
          hint="Optional, also abroad"
        />
      </div>
    </>
  );
}

export function TermsPage({ form }: { form: RegistrationForm }) {
  return (
    <div className={`stack ${styles.terms}`}>
      <p>
        These are the points drivers ask about most. The agreement itself says all of it, and it is what you agree to.
      </p>
      <ul>
        <li>We track the device in your car to protect you, and answer its panic button day and night.</li>
        <li>What you tell us here is used for your safety and your membership, and for nothing else.</li>
        <li>You keep your details true and your fees paid; cover follows the months you have paid.</li>
        <li>You may ask for your money back within 30 days, and the laws of Ghana apply.</li>
      </ul>
      <p>
        <a href="/documents/agreement.pdf" target="_blank" rel="noopener">
          Read the agreement (PDF)
        </a>{' '}
        or{' '}
        <a href="/terms_conditions" target="_blank" rel="noopener">
          the terms as a page
        </a>
        . Both open beside this form.
      </p>
      <FormCheck
        name="agreeTerms"
        label="I have read the terms and conditions and agree to them"
        checked={form.values.agreeTerms}
        error={form.values.agreeTerms ? null : 'You can only register when you agree.'}
        onChange={(agrees) => form.setFieldValue('agreeTerms', agrees)}
      />
    </div>
  );
}

type Props = {
  form: RegistrationForm;
  photo: ChosenPhoto | null;
  photoError: string | undefined;
  onPhoto: (photo: ChosenPhoto | null) => void;
};

const ABROAD = 'Abroad: with its country’s code, like +44';
const EXPIRED = 'This document has expired. You can still register with it; please renew it soon.';

/** The format of the chosen type's numbers. */
const numberHint = (type: string): string => {
  const mask = numberMaskOf(type);
  return mask ? `${mask}: 9 is a digit, A a letter` : 'Ghana Card: GHA-712345678-9, or your country’s letters';
};

export function PersonalPage({ form, photo, photoError, onPhoto }: Props) {
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  const type = form.field('persIdentificationType');
  const expiry = expiryDate(form.values);
  const lastName = form.field('persLastname');
  // The first name may have been missed while neither was there.
  const nameLast = (name: string) => {
    form.clearFieldError('persFirstname');
    lastName.onChange(name);
  };
  // The number was checked against the old type.
  const chooseType = (chosen: string) => {
    form.clearFieldError('persIdNumber');
    type.onChange(chosen);
  };
  return (
    <div className="fields">
      <FormText {...lastName} onChange={nameLast} autoComplete="family-name" maxLength={60} hint="One name is enough" />
      <FormText {...form.field('persFirstname')} autoComplete="given-name" maxLength={60} hint="One name is enough" />
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
