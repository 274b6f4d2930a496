import { expiryOf, GENDERS, MARITAL_STATUSES } from '@banbo/contract';
import type { ReactNode } from 'react';
import type { FieldProps } from '~/components/form/form-frame.tsx';
import { FormChoice, FormFixed, FormText } from '~/components/form/form-inputs.tsx';
import { FormDay, FormEmail } from '~/components/form/form-line.tsx';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import { useIdentifications, useNationalities, useRelationships } from '../registration/use-lookups.ts';
import styles from './changing.module.css';
import type { FieldName } from './use-change-form.ts';

type Props = { field: (name: FieldName) => FieldProps; dateIssued: string };

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{heading}</h2>
      <div className={`fields ${styles.fields}`}>{children}</div>
    </section>
  );
}

const expiry = (issued: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(issued) ? expiryOf(issued) : '');

/** Every field of a registration, in the order of its pages. */
export function ChangeFields({ field, dateIssued }: Props) {
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  const relationships = useRelationships();
  return (
    <>
      <Group heading="Personal information">
        <FormText {...field('last_name')} maxLength={60} required />
        <FormText {...field('first_name')} maxLength={60} required />
        <FormText {...field('middle_name')} maxLength={60} hint="Optional" />
        <FormChoice {...field('gender')} choices={GENDERS} required />
        <FormDay {...field('date_of_birth')} required />
        <FormSearchChoice {...field('nationality')} {...nationalities} required />
        <FormChoice {...field('marital_status')} choices={MARITAL_STATUSES} required />
      </Group>
      <Group heading="Identification">
        <FormSearchChoice {...field('identification_type')} {...identifications} required />
        <FormText {...field('id_number')} maxLength={40} hint="Ghana Card: GHA-712345678-9" required />
        <FormDay {...field('date_issued')} required />
        <FormFixed
          name="expiry_date"
          label="Expiry Date"
          value={expiry(dateIssued)}
          hint="Ten years after the date issued, less a day"
        />
      </Group>
      <Group heading="Contact information">
        <FormText {...field('car_number')} maxLength={20} hint="They sign in with it. As on the plate" required />
        <FormPhone {...field('mobile_number')} hint="Codes and receipts go there" required />
        <FormEmail {...field('email')} required />
        <FormPhone {...field('spouse_mobile_number')} hint="Optional" />
        <FormText {...field('gps_address')} maxLength={20} hint="Optional. From GhanaPostGPS, like GA-183-8164" />
      </Group>
      <Group heading="Next of kin">
        <FormText {...field('next_of_kin')} maxLength={120} required />
        <FormPhone {...field('kin_mobile_number')} required />
        <FormSearchChoice {...field('kin_relationship')} {...relationships} required />
      </Group>
      <Group heading="Reference person">
        <FormText {...field('reference_person')} maxLength={120} hint="Optional" />
        <FormPhone {...field('reference_mobile_number')} hint="Optional" />
      </Group>
    </>
  );
}
