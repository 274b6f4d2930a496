import { askForCar, CarRequest, MAX_OPEN_CAR_REQUESTS } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { FormArea } from '~/components/form/form-area.tsx';
import { FormText } from '~/components/form/form-text.tsx';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { change } from '~/lib/query-client.ts';
import { toast } from '~/lib/toast.ts';
import { plateHint } from '../plate-hint.ts';
import { ownCarsQuery } from './car-queries.ts';
import styles from './cars.module.css';
import { OwnRequests } from './own-requests.tsx';

function AskForCar() {
  const form = useForm({
    initial: { car_number: '', note: '' },
    check: checkBy(CarRequest),
    keyName: 'banbo-car-request-key',
  });
  const submit = form.submit(async (body) => {
    const { message } = await change(askForCar, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    toast.success(message);
    form.reset();
  });
  return (
    <form className={styles.ask} onSubmit={submit} noValidate aria-label="Ask for another car">
      <FormText
        {...form.field('car_number')}
        label="Car Number"
        required
        maxLength={20}
        hint={plateHint(form.values.car_number)}
      />
      <FormArea {...form.field('note')} label="Note" required={false} rows={2} maxLength={300} hint="Optional" />
      <button type="submit" className="button" disabled={form.isBusy} aria-busy={form.isBusy}>
        {form.isBusy ? 'Sending…' : 'Ask for this car'}
      </button>
    </form>
  );
}

/** The member's requests for another car and what became of them, and the form of the next one. */
export function OwnCarRequests() {
  const { data } = useQuery(ownCarsQuery);
  if (!data) return null;
  const waiting = data.requests.filter(({ status }) => status === 'asked').length;
  return (
    <section className={styles.section} aria-labelledby="another-car-title">
      <h2 id="another-car-title">Another car</h2>
      <p>Cover is for one car. Our office registers another one for you, with its own driver code.</p>
      {data.requests.length > 0 && <OwnRequests requests={data.requests} />}
      {waiting < MAX_OPEN_CAR_REQUESTS ? <AskForCar /> : <p>{waiting} of your requests wait for our office.</p>}
    </section>
  );
}
