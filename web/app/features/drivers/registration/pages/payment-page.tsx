import { formatDay, formatPhone, isExpired } from '@banbo/contract';
import type { ReactNode } from 'react';
import { EmailText } from '~/components/record/fact-list.tsx';
import { HowToPay } from '~/components/site/how-to-pay.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import {
  expiryDate,
  REGISTRATION_FIELDS,
  type RegistrationValues,
  sentText,
  TERMS_PAGE,
  type TextName,
  WIZARD_PAGES,
} from '../registration-values.ts';
import type { RegistrationForm } from '../use-registration-form.ts';
import styles from '../wizard.module.css';
import reviewStyles from './review.module.css';

type ReviewProps = { values: RegistrationValues; photo: ChosenPhoto | null; onEdit: (page: number) => void };

/** Keeps a number with dashes on one line. */
const unbroken = (text: string): string => text.replaceAll('-', '\u2060-\u2060');

const shown = (name: TextName, values: RegistrationValues): ReactNode => {
  const text = sentText(name, values);
  if (text === '') return 'Not given';
  if (REGISTRATION_FIELDS[name].way === 'phone') return formatPhone(text);
  if (name === 'contactEmail') return <EmailText email={text} />;
  if (name === 'persIdNumber') return unbroken(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text;
};

/** The entered values by page, each with a way back to it. */
function Review({ values, photo, onEdit }: ReviewProps) {
  const expiry = expiryDate(values);
  return (
    <div className="stack">
      {WIZARD_PAGES.slice(0, TERMS_PAGE).map(({ title, fields }, page) => (
        <section key={title} className={`card ${reviewStyles.part}`} aria-label={title}>
          <header className="row apart">
            <h4>{title}</h4>
            <button type="button" className="text-button" onClick={() => onEdit(page)}>
              Edit<span className="visually-hidden"> page {page + 1}</span>
            </button>
          </header>
          <dl className="tiles">
            {fields.map((name) => (
              <div key={name}>
                <dt className="muted small">{REGISTRATION_FIELDS[name].label}</dt>
                <dd>{shown(name, values)}</dd>
              </div>
            ))}
            {page === 0 && (
              <>
                <div>
                  <dt className="muted small">Expiry Date</dt>
                  <dd>
                    {formatDay(expiry)}
                    {isExpired(expiry) && ' (expired)'}
                  </dd>
                </div>
                <div>
                  <dt className="muted small">Photo</dt>
                  <dd>{photo ? <img src={photo.preview} alt="The portrait that will be sent" /> : 'Not given'}</dd>
                </div>
              </>
            )}
          </dl>
        </section>
      ))}
    </div>
  );
}

type Props = { form: RegistrationForm; photo: ChosenPhoto | null; onEdit: (page: number) => void };

export function PaymentPage({ form, photo, onEdit }: Props) {
  return (
    <>
      <p className="lead">
        You pay after you have registered, with the driver code you then get. Nothing is taken from you now.
      </p>
      <HowToPay plan={form.values.plan} />
      <h3 className={styles.checkTitle}>Check what you have entered</h3>
      <Review values={form.values} photo={photo} onEdit={onEdit} />
    </>
  );
}
