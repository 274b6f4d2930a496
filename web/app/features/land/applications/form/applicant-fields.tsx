import {
  GENDERS,
  listIdentifications,
  listNationalities,
  listRelationships,
  TENANT_KIND_LABELS,
} from '@banbo/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { FormDay } from '~/components/form/form-day.tsx';
import type { FieldProps } from '~/components/form/form-frame.tsx';
import { FormChoice, FormText } from '~/components/form/form-inputs.tsx';
import { FormEmail, FormLine } from '~/components/form/form-line.tsx';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import { read } from '~/lib/api/query-client.ts';
import { FormColumns, WideField } from './form-section.tsx';

/** A list of words as `FormSearchChoice` takes it. */
const choicesIn = <Row,>({ data, error, status, refetch }: UseQueryResult<Row[]>, nameOf: (row: Row) => string) => ({
  choices: (data ?? []).map(nameOf),
  status,
  trouble: error?.message,
  onRetry: () => void refetch(),
});

const useNationalityChoices = () => choicesIn(useQuery(read(listNationalities, {})), ({ nationality }) => nationality);

const useIdentificationChoices = () =>
  choicesIn(useQuery(read(listIdentifications, {})), ({ identification }) => identification);

const useRelationshipChoices = () =>
  choicesIn(useQuery(read(listRelationships, {})), ({ relationship }) => relationship);

type Field = (name: string) => Omit<FieldProps, 'label'>;
type Props = { field: Field };

const KINDS = Object.entries(TENANT_KIND_LABELS).map(([value, label]) => ({ value, label }));
const OPTIONAL = { hint: 'Optional' };
const ONE_IS_ENOUGH = 'One name is enough';

/** The name and nature of a person or an organisation. */
export function PersonalFields({ field, isPerson }: Props & { isPerson: boolean }) {
  const nationalities = useNationalityChoices();
  const identifications = useIdentificationChoices();
  return (
    <FormColumns>
      <FormChoice {...field('kind')} label="Person or organisation" choices={KINDS} required />
      <FormText
        {...field('last_name')}
        label={isPerson ? 'Last name' : 'Name of the organisation'}
        maxLength={120}
        hint={isPerson ? ONE_IS_ENOUGH : undefined}
        required={!isPerson}
      />
      {isPerson && (
        <>
          <FormText {...field('first_name')} label="First name" maxLength={60} hint={ONE_IS_ENOUGH} />
          <FormChoice {...field('gender')} label="Gender" choices={GENDERS} {...OPTIONAL} />
          <FormDay {...field('date_of_birth')} label="Date of birth" {...OPTIONAL} />
        </>
      )}
      <FormSearchChoice
        {...field('nationality')}
        {...nationalities}
        label={isPerson ? 'Nationality' : 'Registered in'}
        hint={isPerson ? undefined : 'The nationality of the organisation'}
        required
      />
      {!isPerson && (
        <FormLine
          {...field('foreign_share')}
          label="Per cent that non-citizens own"
          hint="0 for none. Above 40 it counts as a non-citizen"
          inputMode="numeric"
          maxLength={3}
          required
        />
      )}
      <FormSearchChoice
        {...field('identification_type')}
        {...identifications}
        label="Identification type"
        {...OPTIONAL}
      />
      <FormText {...field('id_number')} label="ID number" maxLength={40} {...OPTIONAL} />
    </FormColumns>
  );
}

/** The ways to reach the applicant. */
export const ApplicantContact = ({ field }: Props) => (
  <FormColumns>
    <FormPhone
      {...field('contact_number')}
      label="Contact number"
      hint="Codes and news go there, but not abroad"
      required
    />
    <FormPhone {...field('other_number')} label="Other number" {...OPTIONAL} />
    <FormEmail {...field('email')} label="E-mail" {...OPTIONAL} />
    <FormText {...field('gps_address')} label="GPS address" maxLength={20} hint="Optional. Like GA-183-8164" />
    <WideField>
      <FormText {...field('postal_address')} label="Postal address" maxLength={200} {...OPTIONAL} />
    </WideField>
  </FormColumns>
);

/** Next of kin, who may come later. */
export function KinOfTenant({ field }: Props) {
  const relationships = useRelationshipChoices();
  return (
    <FormColumns>
      <FormText {...field('next_of_kin')} label="Next of kin" maxLength={120} {...OPTIONAL} />
      <FormPhone {...field('kin_mobile_number')} label="Next of kin mobile number" {...OPTIONAL} />
      <FormSearchChoice {...field('kin_relationship')} {...relationships} label="Relationship" {...OPTIONAL} />
    </FormColumns>
  );
}

/** People who speak for the applicant or know them. */
export const ReferencesOfTenant = ({ field }: Props) => (
  <FormColumns>
    <FormText {...field('contact_person')} label="Contact person" maxLength={120} {...OPTIONAL} />
    <FormPhone {...field('contact_person_number')} label="Contact person’s number" {...OPTIONAL} />
    <FormText {...field('reference_person')} label="Reference person" maxLength={120} {...OPTIONAL} />
    <FormPhone {...field('reference_mobile_number')} label="Reference mobile number" {...OPTIONAL} />
  </FormColumns>
);
