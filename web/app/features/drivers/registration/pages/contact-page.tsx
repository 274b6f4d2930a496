import { FormEmail } from '~/components/form/form-email.tsx';
import fields from '~/components/form/form-fields.module.css';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormText } from '~/components/form/form-text.tsx';
import { plateHint } from '../../plate-hint.ts';
import type { RegistrationForm } from '../use-registration-form.ts';

export function ContactPage({ form }: { form: RegistrationForm }) {
  return (
    <div className={fields.fields}>
      <FormText {...form.field('contactCarNumber')} maxLength={20} hint={plateHint(form.values.contactCarNumber)} />
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
