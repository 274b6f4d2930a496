import { formatDay, formatMoney, type PlotRecord, shownName, today } from '@banbo/contract';
import { Text } from '@mantine/core';
import { DateField } from '~/components/form/date-field.tsx';
import { FormDay } from '~/components/form/form-day.tsx';
import type { FieldProps } from '~/components/form/form-frame.tsx';
import { FormArea, FormLine, FormMoney } from '~/components/form/form-line.tsx';
import type { useForm } from '~/lib/form/use-form.ts';
import { TenantCode } from '../../tenants/tenant-code.tsx';
import type { ApplicationValues } from './application-values.ts';
import { FormColumns, WideField } from './form-section.tsx';

type Form = ReturnType<typeof useForm<ApplicationValues>>;
type Tenancy = NonNullable<PlotRecord['tenancy']>;

const MONTHS = 12;

/** The months from a day until another one, for what is left of a term. */
const monthsBetween = (from: string, to: string): number => {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - year) * MONTHS + (toMonth - month) - (toDay < day ? 1 : 0);
};

/** Years and months that a term has left on a day, `58 years 3 months`; `none` once it is over. */
export const leftOfTerm = (endsOn: string, day: string): string => {
  const months = monthsBetween(day, endsOn);
  if (months < 1) return months < 0 || endsOn <= day ? 'none' : 'less than a month';
  const [years, rest] = [Math.floor(months / MONTHS), months % MONTHS];
  const word = (number: number, one: string) => (number === 0 ? '' : `${number} ${one}${number === 1 ? '' : 's'}`);
  return [word(years, 'year'), word(rest, 'month')].filter(Boolean).join(' ');
};

/** The tenancy that a transfer ends, with its tenant and what is left of the term. */
export function EndedTenancy({ tenancy }: { tenancy: Tenancy | null }) {
  if (tenancy === null) {
    return <p className="note">Nobody holds this plot, so there is no tenancy to transfer. Choose another plot.</p>;
  }
  const { tenant_name, tenant_code, indenture_number, ends_on, ground_rent } = tenancy;
  return (
    <Text>
      It ends the tenancy of <strong>{shownName(tenant_name)}</strong>, <TenantCode code={tenant_code} />, indenture{' '}
      {indenture_number}. Left of the term: <strong>{leftOfTerm(ends_on, today())}</strong>, until {formatDay(ends_on)}.
      Ground rent {formatMoney(ground_rent)} a year.
    </Text>
  );
}

/** `longest` says the longest term by rule. */
type TermsProps = { form: Form; isTransfer: boolean; longest: string };

/** The terms that are asked for. A transfer keeps the term of the tenancy that it ends. */
export function TermsFields({ form, isTransfer, longest }: TermsProps) {
  const field = (name: string): Omit<FieldProps, 'label'> => form.field(`terms.${name}`);
  const rent = isTransfer ? { hint: 'Empty for the same as before' } : { required: true };
  return (
    <FormColumns>
      <FormLine {...field('indenture_number')} label="Indenture number" maxLength={60} autoComplete="off" required />
      {!isTransfer && (
        <>
          <DateField {...form.input('terms.commencement')} label="Commencement" required />
          <FormLine
            {...field('term_years')}
            label="Term in years"
            inputMode="numeric"
            maxLength={3}
            hint={longest}
            required
          />
        </>
      )}
      <FormMoney {...field('ground_rent')} label="Ground rent a year" {...rent} />
      <FormLine
        {...field('review_years')}
        label="Rent is reviewed every … years"
        inputMode="numeric"
        maxLength={2}
        hint="Empty where it is never reviewed"
      />
      <FormLine
        {...field('review_percent')}
        label="Per cent more at each review"
        inputMode="decimal"
        maxLength={6}
        hint="Empty where it is valued anew"
      />
      <FormLine
        {...field('grantor')}
        label="Grantor"
        maxLength={120}
        hint="Signs for the stool, skin, clan or family"
      />
      <FormLine
        {...field('grantor_capacity')}
        label="Capacity of the grantor"
        maxLength={120}
        hint="Such as head of family, caretaker chief"
      />
      <FormLine
        {...field('witnesses')}
        label="Witnesses"
        maxLength={300}
        hint="Principal elders who sign, with commas between"
      />
    </FormColumns>
  );
}

/** A regularization's look at land that is occupied already. */
export const InspectionFields = ({ form }: { form: Form }) => (
  <FormColumns>
    <FormDay {...form.field('inspection.day')} label="Day of the inspection" required />
    <FormLine {...form.field('inspection.by')} label="Inspector’s name" maxLength={120} required />
    <FormMoney {...form.field('inspection.penalty')} label="Penalty" hint="0.00 for none" required />
    <WideField>
      <FormArea
        {...form.field('inspection.findings')}
        label="Findings of the inspection"
        rows={3}
        maxLength={2000}
        required
      />
    </WideField>
    <WideField>
      <FormArea
        {...form.field('inspection.evidence')}
        label="Evidence of occupation"
        hint="What shows that the applicant occupies the land, and since when"
        rows={3}
        maxLength={2000}
        required
      />
    </WideField>
  </FormColumns>
);

/** The lessor's consent to another holder. */
export const ConsentFields = ({ form }: { form: Form }) => (
  <FormColumns>
    <FormLine {...form.field('consent.by')} label="Consent given by" maxLength={120} required />
    <FormLine
      {...form.field('consent.capacity')}
      label="In which capacity"
      maxLength={120}
      hint="Such as head of the family, or secretary of the stool"
      required
    />
    <FormDay {...form.field('consent.day')} label="Day of the consent" required />
  </FormColumns>
);
