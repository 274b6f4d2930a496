import { FormCheck } from '~/components/form/form-check.tsx';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';

export function TermsPage({ form }: { form: RegistrationForm }) {
  return (
    <div className={styles.terms}>
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
