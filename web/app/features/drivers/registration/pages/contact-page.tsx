import { isUsualCarNumber } from '@banbo/contract';
import { FormEmail } from '~/components/form/form-email.tsx';
import fields from '~/components/form/form-fields.module.css';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormText } from '~/components/form/form-text.tsx';
import type { RegistrationForm } from '../use-registration-form.ts';

/** An unusual number may be a personal or an old plate, so it is only pointed out. */
const carHint = (carNumber: string): string =>
  carNumber.trim().length < 5 || isUsualCarNumber(carNumber)
    ? 'As on the plate, like GR 1234-20'
    : 'This is not the usual form, like GR 1234-20. Please check it against the plate.';

export function ContactPage({ form }: { form: RegistrationForm }) {
  return (
    <div className={fields.fields}>
      <FormText {...form.field('contactCarNumber')} maxLength={20} hint={carHint(form.values.contactCarNumber)} />
      <FormPhone {...form.field('contactMobileNumber')} hint="Payment messages and codes come to this number" />
      <FormEmail {...form.field('contactEmail')} />
      <FormPhone {...form.field('contactSpouseMobileNumber')} autoComplete="off" hint="Optional" />
      <FormText
        {...form.field('contactGpsAddress')}
        maxLength={20}
        hint="Optional. From GhanaPostGPS, like GA-183-8164"
      />
    </div>
  );
}
