import fields from '~/components/form/form-fields.module.css';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { FormSearchChoice } from '~/components/form/form-search-choice.tsx';
import { FormText } from '~/components/form/form-text.tsx';
import { useRelationships } from '../use-lookups.ts';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';

export function KinPage({ form }: { form: RegistrationForm }) {
  const relationships = useRelationships();
  return (
    <>
      <p className={styles.lead}>The person we call first if something happens to you.</p>
      <div className={fields.fields}>
        <FormText {...form.field('nkinNextOfKin')} autoComplete="off" maxLength={120} hint="Full name" />
        <FormPhone {...form.field('nkinMobileNumber')} label="Mobile Number" autoComplete="off" />
        <FormSearchChoice {...form.field('nkinRelationship')} {...relationships} />
      </div>
    </>
  );
}
