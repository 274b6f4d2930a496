import { expiryOf, formatDay, GENDERS, MARITAL_STATUSES } from '@banbo/contract';
import { FormDay } from '~/components/form/form-day.tsx';
import type { FieldProps } from '~/components/form/form-frame.tsx';
import { FormChoice, FormFixed, FormText } from '~/components/form/form-inputs.tsx';
import { FormEmail } from '~/components/form/form-line.tsx';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import { useIdentifications, useNationalities, useRelationships } from '../registration/use-lookups.ts';
import type { FieldName } from './use-change-form.ts';

type Props = { field: (name: FieldName) => FieldProps };

export function PersonFields({ field }: Props) {
  const nationalities = useNationalities();
  return (
    <>
      <FormText {...field('last_name')} maxLength={60} hint="One name is enough" />
      <FormText {...field('first_name')} maxLength={60} hint="One name is enough" />
      <FormText {...field('middle_name')} maxLength={60} hint="Optional" />
      <FormChoice {...field('gender')} choices={GENDERS} required />
      <FormDay {...field('date_of_birth')} required />
      <FormSearchChoice {...field('nationality')} {...nationalities} required />
      <FormChoice {...field('marital_status')} choices={MARITAL_STATUSES} required />
    </>
  );
}

const expiry = (issued: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(issued) ? formatDay(expiryOf(issued)) : '');

export function DocumentFields({ field, dateIssued }: Props & { dateIssued: string }) {
  const identifications = useIdentifications();
  return (
    <>
      <FormSearchChoice {...field('identification_type')} {...identifications} required />
      <FormText
        {...field('id_number')}
        maxLength={40}
        hint="Ghana Card: GHA-712345678-9, or the letters of a country"
        required
      />
      <FormDay {...field('date_issued')} required />
      <FormFixed
        name="expiry_date"
        label="Expiry Date"
        value={expiry(dateIssued)}
        hint="Ten years after the date issued, less a day"
      />
    </>
  );
}

export const ContactFields = ({ field }: Props) => (
  <>
    <FormText {...field('car_number')} maxLength={20} hint="They sign in with it. As on the plate" required />
    <FormPhone {...field('mobile_number')} hint="Codes and receipts go there" required />
    <FormEmail {...field('email')} required />
    <FormPhone {...field('spouse_mobile_number')} hint="Optional" />
    <FormText {...field('gps_address')} maxLength={20} hint="Optional. From GhanaPostGPS, like GA-183-8164" />
  </>
);

export function KinFields({ field }: Props) {
  const relationships = useRelationships();
  return (
    <>
      <FormText {...field('next_of_kin')} maxLength={120} required />
      <FormPhone {...field('kin_mobile_number')} hint="Abroad: with its country’s code, like +44" required />
      <FormSearchChoice {...field('kin_relationship')} {...relationships} required />
    </>
  );
}

export const ReferenceFields = ({ field }: Props) => (
  <>
    <FormText {...field('reference_person')} maxLength={120} hint="Optional" />
    <FormPhone {...field('reference_mobile_number')} hint="Optional" />
  </>
);
