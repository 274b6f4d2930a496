import fields from '~/components/form/form-fields.module.css';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormText } from '~/components/form/form-text.tsx';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';

export function ReferencePage({ form }: { form: RegistrationForm }) {
  return (
    <>
      <p className={styles.lead}>Somebody who knows you and can speak for you. You may leave this page empty.</p>
      <div className={fields.fields}>
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
          hint="Optional"
        />
      </div>
    </>
  );
}
