import { feesOn, formatInstant, formatMoney, formatMonthlyPrice, PLANS, planOf } from '@banbo/contract';
import { type FormEvent, useState } from 'react';
import { FormChoice } from '~/components/form/form-choice.tsx';
import { type FieldError, FormErrors } from '~/components/form/form-errors.tsx';
import { FormFieldset } from '~/components/form/form-fieldset.tsx';
import { OwnQueue } from '~/components/queue/own-queue.tsx';
import { useYearPrices } from '~/components/site/site-info.ts';
import { ErrorLine } from '~/components/trouble/error-line.tsx';
import notice from '~/components/trouble/notice.module.css';
import { ServerUnreachableNotice } from '~/components/trouble/server-unreachable-notice.tsx';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { useCodeAhead } from '~/lib/use-code-ahead.ts';
import { ContactPage } from './pages/contact-page.tsx';
import { KinPage } from './pages/kin-page.tsx';
import { PaymentPage } from './pages/payment-page.tsx';
import { PersonalPage } from './pages/personal-page.tsx';
import { ReferencePage } from './pages/reference-page.tsx';
import { TermsPage } from './pages/terms-page.tsx';
import { PUBLIC_PLACE, type RegistrationPlace } from './registration-place.ts';
import { FIELDS, isUntouched, PHOTO, type TextName } from './registration-values.ts';
import { useRelationships } from './use-lookups.ts';
import { usePageFocus } from './use-page-focus.ts';
import { useRegistration } from './use-registration.ts';
import { loadAhead, type RegistrationForm } from './use-registration-form.ts';
import styles from './wizard.module.css';
import { WizardButtons } from './wizard-buttons.tsx';
import { isPageFilled, LAST_PAGE, WIZARD_PAGES } from './wizard-pages.ts';
import wizardProgressStyles from './wizard-progress.module.css';

type PlanNoteProps = { slug: string; onChange: (slug: string) => void };

/** The plan asked for, with its price of today. It can be changed, or left open to be agreed later. */
export function PlanNote({ slug, onChange }: PlanNoteProps) {
  const prices = useYearPrices();
  const price = (on: string | null) => feesOn(prices, on).subscription;
  const plan = planOf(slug);
  return (
    <div className={styles.plan}>
      <p>
        {plan ? (
          <>
            Plan asked for: <strong>{plan.name}</strong>, {formatMonthlyPrice(price(slug))}
          </>
        ) : (
          <>No plan chosen yet: {formatMonthlyPrice(price(null))} until we have agreed one with you</>
        )}
      </p>
      <FormChoice
        name="plan"
        label="Plan"
        required={false}
        value={plan?.slug ?? ''}
        placeholder="Choose later"
        choices={PLANS.map(({ slug: value, name }) => ({ value, label: `${name}, ${formatMoney(price(value))}` }))}
        onChange={onChange}
      />
    </div>
  );
}

type WizardPageContentProps = {
  page: number;
  form: RegistrationForm;
  photo: ChosenPhoto | null;
  photoError: string | undefined;
  onPhoto: (photo: ChosenPhoto | null) => void;
  onEdit: (page: number) => void;
};

function WizardPageContent({ page, form, photo, photoError, onPhoto, onEdit }: WizardPageContentProps) {
  if (page === 0) return <PersonalPage form={form} photo={photo} photoError={photoError} onPhoto={onPhoto} />;
  if (page === 1) return <ContactPage form={form} />;
  if (page === 2) return <KinPage form={form} />;
  if (page === 3) return <ReferencePage form={form} />;
  if (page === 4) return <TermsPage form={form} />;
  return <PaymentPage form={form} photo={photo} onEdit={onEdit} />;
}

/** Where the person is among the six pages. */
function WizardProgress({ page }: { page: number }) {
  return (
    <nav aria-label="Steps of the registration" className={wizardProgressStyles.progress}>
      <p className={wizardProgressStyles.count}>
        Step {page + 1} of {WIZARD_PAGES.length}
      </p>
      <ol>
        {WIZARD_PAGES.map(({ title }, index) => (
          <li key={title} data-done={index < page || undefined} aria-current={index === page ? 'step' : undefined}>
            <span className={wizardProgressStyles.name}>{title}</span>
            {index < page && <span className="visually-hidden"> (filled in)</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Says that what was typed before is back, and offers to clear it, because this may be somebody else's phone. */
function DraftNotice({ savedAt, onClear }: { savedAt: string; onClear: () => void }) {
  return (
    <div className={`${notice.notice} ${styles.notice}`} role="status">
      <p>
        <strong>Your draft is back.</strong> It was saved on this device on {formatInstant(savedAt)}. A photo is not
        kept: please choose it again.
      </p>
      <button type="button" className="button quiet" onClick={onClear}>
        Clear the draft
      </button>
    </div>
  );
}

type Props = { returnPath: string; place?: RegistrationPlace };

/** The registration in six pages. On success it goes to `returnPath`, replacing history. The office's page has its own heading. */
export function Wizard({ returnPath, place = PUBLIC_PLACE }: Props) {
  // A later page's list is asked for when the form opens: the line may be gone by then.
  useRelationships();
  const registration = useRegistration(returnPath, place);
  const codeAhead = useCodeAhead(loadAhead);
  const { form, photo, setPhoto, draft, page, goTo, furthest } = registration;
  const [hasTurned, setTurned] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [wrong, setWrong] = useState<readonly TextName[]>([]);
  usePageFocus(page, registration.isReady, codeAhead.ref, registration.wanted, registration.kept !== null);
  const { title = '', fields = [] } = WIZARD_PAGES[page] ?? {};

  const turn = (target: number) => {
    setTurned(true);
    setWrong([]);
    void goTo(target);
  };
  const next = async () => {
    const found = await registration.checkFields(fields);
    if (found === null) return;
    form.showErrors(found);
    const isWrong = Object.keys(found).length > 0;
    setWrong(isWrong ? fields : []);
    if (!isWrong) turn(page + 1);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (page < LAST_PAGE) void next();
    else void registration.submit();
  };
  const edit = (target: number) => {
    setEditing(true);
    turn(target);
  };
  const errors: FieldError[] = [...new Set([...wrong, ...registration.refused])]
    .filter((name) => fields.includes(name) && form.errors[name])
    .map((name) => ({ name, label: FIELDS[name].label, message: String(form.errors[name]) }));
  const { photoError } = registration;
  if (page === 0 && photoError) errors.push({ name: PHOTO, label: 'Photo', message: photoError });

  return (
    <div className={styles.wizard} data-office={place.isOffice || undefined}>
      {!place.isOffice && <h1>Registration</h1>}
      {(page === 0 || page === LAST_PAGE) && <PlanNote slug={form.values.plan} onChange={registration.choosePlan} />}
      {!place.isOffice && (
        <OwnQueue
          kind="registration"
          kept={registration.kept}
          hasInput={!isUntouched(form.values)}
          onEdit={registration.editKept}
          onOpen={registration.openKept}
        />
      )}
      {draft.savedAt && (page === 0 || !hasTurned) && (
        <DraftNotice savedAt={draft.savedAt} onClear={registration.clear} />
      )}
      <WizardProgress page={page} />
      <form {...codeAhead} onSubmit={onSubmit} noValidate aria-label="Registration">
        <h2 tabIndex={-1}>{title}</h2>
        <FormErrors errors={errors} />
        <FormFieldset isReady={registration.isReady}>
          <WizardPageContent
            page={page}
            form={form}
            photo={photo}
            photoError={photoError}
            onPhoto={setPhoto}
            onEdit={edit}
          />
        </FormFieldset>
        {page === LAST_PAGE && registration.isServerUnreachable && !place.isOffice && (
          <ServerUnreachableNotice onKeep={registration.keepOnPhone} isBusy={registration.isSending} />
        )}
        <WizardButtons
          page={page}
          isFilled={isPageFilled(page, form.values)}
          isComplete={furthest === LAST_PAGE}
          isSending={registration.isSending}
          onPrevious={() => turn(page - 1)}
          onReview={isEditing && page < LAST_PAGE && furthest === LAST_PAGE ? () => turn(LAST_PAGE) : null}
        />
        <ErrorLine refused={form.line} />
      </form>
      <noscript>
        <p className={`${notice.notice} ${styles.notice}`}>
          This form needs JavaScript. Without it, please register at our office.
        </p>
      </noscript>
    </div>
  );
}
