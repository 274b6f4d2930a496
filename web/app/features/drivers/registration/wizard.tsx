import { type FormEvent, useState } from 'react';
import { type FieldError, FormErrors } from '~/components/form/form-errors.tsx';
import { FormFieldset } from '~/components/form/form-fieldset.tsx';
import { OwnQueue } from '~/components/queue/own-queue.tsx';
import { ErrorLine } from '~/components/trouble/error-line.tsx';
import notice from '~/components/trouble/notice.module.css';
import { ServerUnreachableNotice } from '~/components/trouble/server-unreachable-notice.tsx';
import { useCodeAhead } from '~/lib/use-code-ahead.ts';
import { DraftNotice } from './draft-notice.tsx';
import { PlanNote } from './plan-note.tsx';
import { PUBLIC_PLACE, type RegistrationPlace } from './registration-place.ts';
import { FIELDS, isUntouched, PHOTO, type TextName } from './registration-values.ts';
import { useRelationships } from './use-lookups.ts';
import { usePageFocus } from './use-page-focus.ts';
import { useRegistration } from './use-registration.ts';
import { loadAhead } from './use-registration-form.ts';
import styles from './wizard.module.css';
import { WizardButtons } from './wizard-buttons.tsx';
import { WizardPageContent } from './wizard-page-content.tsx';
import { isPageFilled, LAST_PAGE, WIZARD_PAGES } from './wizard-pages.ts';
import { WizardProgress } from './wizard-progress.tsx';

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
