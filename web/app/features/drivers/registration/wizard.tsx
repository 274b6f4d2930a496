import { feesOn, formatInstant, formatMoney, formatMonthlyPrice, PLANS, planOf } from '@banbo/contract';
import { type FormEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldError, FormErrors } from '~/components/form/form-errors.tsx';
import { FormFieldset } from '~/components/form/form-frame.tsx';
import { FormChoice } from '~/components/form/form-inputs.tsx';
import { OwnQueue } from '~/components/queue/own-queue.tsx';
import { useYearPrices } from '~/components/site/site-info.ts';
import notice from '~/components/trouble/notice.module.css';
import { ErrorLine, ServerUnreachableNotice } from '~/components/trouble/states.tsx';
import { fieldId } from '~/lib/form/check-by.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { useCodeAhead } from '~/lib/use-code-ahead.ts';
import { PaymentPage } from './pages/payment-page.tsx';
import { ContactPage, KinPage, PersonalPage, ReferencePage, TermsPage } from './pages/wizard-pages.tsx';
import {
  isPageFilled,
  isUntouched,
  LAST_PAGE,
  PHOTO,
  PUBLIC_PLACE,
  REGISTRATION_FIELDS,
  type RegistrationPlace,
  type TextName,
  WIZARD_PAGES,
} from './registration-values.ts';
import { useRelationships } from './use-lookups.ts';
import { useRegistration } from './use-registration.ts';
import { loadRegistrationAhead, type RegistrationForm } from './use-registration-form.ts';
import styles from './wizard.module.css';

type WizardButtonsProps = {
  page: number;
  /** The page has all it needs. */
  isFilled: boolean;
  /** All pages have all they need. */
  isComplete: boolean;
  isSending: boolean;
  onPrevious: () => void;
  onReview: (() => void) | null;
};

/** A double tap would turn two pages. */
const ignoreSecondTap = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault();
};

/** Previous (not on the first page), Next (not on the last) and Submit (only on the last). */
function WizardButtons({ page, isFilled, isComplete, isSending, onPrevious, onReview }: WizardButtonsProps) {
  const isLast = page === LAST_PAGE;
  return (
    <div className={`row form-end ${styles.buttons}`}>
      <button
        type="button"
        className="button quiet"
        hidden={page === 0}
        disabled={page === 0 || isSending}
        onClick={onPrevious}
      >
        Previous
      </button>
      {onReview && (
        <button type="button" className="button quiet" onClick={onReview}>
          Back to the check
        </button>
      )}
      <button
        key="next"
        type={isLast ? 'button' : 'submit'}
        className="button"
        hidden={isLast}
        disabled={!isFilled}
        onClick={ignoreSecondTap}
      >
        Next
      </button>
      {isLast && (
        <button key="submit" type="submit" className="button" disabled={!isComplete || isSending} aria-busy={isSending}>
          {isSending ? 'Sending…' : 'Submit'}
        </button>
      )}
    </div>
  );
}

const FIRST_FIELD = 'input:not([type=file]):not([readonly]):not(:disabled), select:not(:disabled)';

/** A field to focus once its page shows; a new object each time. */
export type Wanted = { name: TextName | typeof PHOTO };

/**
 * Scrolls to the top on each change of page and focuses the first field, or the heading without
 * one. A `wanted` field, which was refused, goes first. The focus stays when the wizard opens,
 * since a phone would raise its keyboard, and where it `isElsewhere`, on a form just kept.
 */
const usePageFocus = (
  page: number,
  isReady: boolean,
  form: RefObject<HTMLFormElement | null>,
  wanted: Wanted | null,
  isElsewhere: boolean,
): void => {
  const shown = useRef<number | null>(null);
  const met = useRef<Wanted | null>(null);
  useEffect(() => {
    if (!isReady) return;
    const isFirst = shown.current === null;
    const hasTurned = shown.current !== page;
    shown.current = page;
    const field = wanted && wanted !== met.current ? document.getElementById(fieldId(wanted.name)) : null;
    if (field) {
      met.current = wanted;
      field.focus();
      return;
    }
    if (isFirst || !hasTurned || isElsewhere) return;
    const heading = form.current?.querySelector<HTMLElement>('h2');
    const first = form.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? heading;
    first?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page, isReady, form, wanted, isElsewhere]);
};

type PlanNoteProps = { slug: string; onChange: (slug: string) => void };

/** The plan asked for, with today's price; it can be changed or left open. */
export function PlanNote({ slug, onChange }: PlanNoteProps) {
  const prices = useYearPrices();
  const price = (on: string | null) => feesOn(prices, on).subscription;
  const plan = planOf(slug);
  return (
    <div className={`notice row apart ${styles.plan}`}>
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

function WizardProgress({ page }: { page: number }) {
  return (
    <nav aria-label="Steps of the registration" className={styles.progress}>
      <p className={`muted small ${styles.count}`}>
        Step {page + 1} of {WIZARD_PAGES.length}
      </p>
      <ol>
        {WIZARD_PAGES.map(({ title }, index) => (
          <li key={title} data-done={index < page || undefined} aria-current={index === page ? 'step' : undefined}>
            <span className={styles.name}>{title}</span>
            {index < page && <span className="visually-hidden"> (filled in)</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Says that the draft is back, and offers to clear it: the phone may be shared. */
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

/** The registration in six pages. The office's page has its own heading. */
export function Wizard({ place = PUBLIC_PLACE }: { place?: RegistrationPlace }) {
  // Loads a later page's list now: the network may be gone by then.
  useRelationships();
  const registration = useRegistration(place);
  const codeAhead = useCodeAhead(loadRegistrationAhead);
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
    .map((name) => ({ name, label: REGISTRATION_FIELDS[name].label, message: String(form.errors[name]) }));
  const { photoError } = registration;
  if (page === 0 && photoError) errors.push({ name: PHOTO, label: 'Photo', message: photoError });

  return (
    <div className={place.isOffice ? styles.office : 'form-page'}>
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
      <form {...codeAhead} className="stack" onSubmit={onSubmit} noValidate aria-label="Registration">
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

/** The public page. The framework passes no props of ours to a route module's default export. */
export default Wizard;
