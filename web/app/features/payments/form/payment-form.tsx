import { formatPhone, MONTHS, PAYMENT_YEARS } from '@banbo/contract';
import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { FormFieldset } from '~/components/form/form-frame.tsx';
import { FormChoice, FormFixed, FormText } from '~/components/form/form-inputs.tsx';
import { FormMoney } from '~/components/form/form-line.tsx';
import { ClaimedId } from '~/components/payments/claimed-id.tsx';
import { priceNotSet } from '~/components/payments/price-not-set.ts';
import { useSite } from '~/components/site/site-info.ts';
import noticeStyles from '~/components/trouble/notice.module.css';
import { ErrorLine, ListTrouble, ServerUnreachableNotice } from '~/components/trouble/states.tsx';
import { useCodeAhead } from '~/lib/use-code-ahead.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import styles from './payment-form.module.css';
import type { PaymentValues } from './payment-values.ts';
import { PromptOffer } from './prompt/prompt-offer.tsx';
import type { usePayment } from './use-payment.ts';
import { priceHint, usePaymentTypes } from './use-payment-amount.ts';
import { loadPaymentAhead } from './use-payment-form.ts';

type OldMonthQuestionProps = { month: string; isSending: boolean; onChange: () => void; onSend: () => void };

/** Asks before a month without dues is paid. The safe answer has the focus. */
function OldMonthQuestion({ month, isSending, onChange, onSend }: OldMonthQuestionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <div
      className={noticeStyles.notice}
      role="alertdialog"
      aria-labelledby="old-month"
      aria-describedby="old-month-why"
    >
      <p>
        <strong id="old-month">Really pay for {month}?</strong>{' '}
        <span id="old-month-why">This driver registered later, so nothing was due for that month.</span>
      </p>
      <button ref={safe} type="button" className="button quiet" onClick={onChange}>
        Change the month
      </button>
      <button type="button" className="button quiet" disabled={isSending} onClick={onSend}>
        Yes, send it
      </button>
    </div>
  );
}

/** Leads a driver to signing in and back; the tab keeps the form meanwhile. */
function UnknownNotice({ message }: { message: string }) {
  return (
    <div className={noticeStyles.notice} role="alert">
      <p>{message}</p>
      <Link to="/main_login?from=/main_payments" className="button quiet">
        Sign in
      </Link>
    </div>
  );
}

type Props = { payment: ReturnType<typeof usePayment>; cancelPath: string };

const MONTH_CHOICES = MONTHS.map((month) => ({ value: month.toUpperCase(), label: month }));
const YEAR_CHOICES = PAYMENT_YEARS.map(String);

/** The fields and buttons of a driver's payment. */
export function PaymentForm({ payment, cancelPath }: Props) {
  const { form, lookup, price, missing, isSending } = payment;
  const navigate = useNavigate();
  const codeAhead = useCodeAhead(loadPaymentAhead);
  const isReady = useHydrated();
  const { types, status, trouble, onRetry } = usePaymentTypes();
  const site = useSite();
  const values: PaymentValues = form.values;
  const amountHint =
    payment.unpricedYear === null ? priceHint(price, values.amount, missing) : priceNotSet(payment.unpricedYear, site);

  const leaveCarNumber = (event: FocusEvent) => {
    // Cancel should not cause a complaint.
    if (event.relatedTarget instanceof HTMLElement && 'leaves' in event.relatedTarget.dataset) return;
    void lookup.leave();
  };
  const cancel = () => {
    payment.dropDraft();
    void navigate(cancelPath);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void payment.submit();
  };

  return (
    <form className="stack" {...codeAhead} onSubmit={onSubmit} noValidate aria-label="Payment">
      <FormFieldset isReady={isReady}>
        <div className="fields">
          <FormText
            {...form.field('car_number')}
            maxLength={20}
            hint={lookup.isLooking ? 'Looking for the driver…' : 'As registered, like GR 1234-20'}
            onBlur={leaveCarNumber}
          />
          {lookup.manualEntryReason ? (
            <FormText
              {...form.field('driver_code')}
              maxLength={20}
              hint={`${lookup.manualEntryReason}, so please enter it: it was given at registration`}
            />
          ) : (
            <FormFixed
              name="driver_code"
              label="Driver Code"
              value={values.driver_code}
              hint="Filled in by car number"
            />
          )}
          <FormFixed name="fullname" label="Full Name" value={values.fullname} />
          <FormFixed name="mobile_number" label="Mobile Number" value={formatPhone(values.mobile_number)} />
          <div>
            <FormChoice
              {...form.field('payment_type')}
              choices={types.map(({ type_code, description }) => ({ value: type_code, label: description }))}
              placeholder={status === 'pending' ? 'Loading Payment Type...' : 'Choose…'}
              disabled={status !== 'success'}
              onChange={payment.chooseType}
            />
            {status === 'error' && <ListTrouble message={trouble} onRetry={onRetry} />}
          </div>
          {payment.needsMonth && (
            <>
              <FormChoice
                {...form.field('payment_year')}
                choices={YEAR_CHOICES}
                onChange={(payment_year) => payment.choose({ payment_year })}
              />
              <FormChoice
                {...form.field('payment_month')}
                choices={MONTH_CHOICES}
                onChange={(payment_month) => payment.choose({ payment_month })}
              />
            </>
          )}
          <FormMoney {...form.field('amount')} hint={amountHint ?? 'What you have sent'} />
          <ClaimedId
            id={form.field('transaction_id')}
            network={form.field('network')}
            onNetwork={payment.chooseNetwork}
          />
        </div>
      </FormFieldset>
      {site.offers_prompts && isReady && <PromptOffer payment={payment} />}
      {payment.isServerUnreachable && <ServerUnreachableNotice onKeep={payment.keepOnPhone} isBusy={isSending} />}
      {payment.doubted && (
        <OldMonthQuestion
          month={payment.doubted.month}
          isSending={isSending}
          onChange={payment.changeMonth}
          onSend={payment.doubted.goOn}
        />
      )}
      {payment.unknown && <UnknownNotice message={payment.unknown} />}
      <div className={`row apart ${styles.buttons}`}>
        <button type="button" className="button quiet" data-leaves="" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" className="button" disabled={isSending} aria-busy={isSending}>
          {isSending ? 'Sending…' : 'Submit'}
        </button>
      </div>
      <ErrorLine refused={form.line} />
    </form>
  );
}
