import type { AnswerOf, registerDriver } from '@banbo/contract';
import { ApiError } from '~/lib/api.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { ownFacts, type RegistrationValues, toBody } from './registration-values.ts';
import type { RegistrationForm } from './use-registration-form.ts';

export type Registered = AnswerOf<typeof registerDriver>;

/** As from a network that answers with a page of its own. */
const UNREADABLE = 'The answer could not be read. Please try again.';

/** The result of pressing Submit. `unreachable` leaves the choice to send later to the person. */
export type Outcome =
  | { kind: 'received'; answer: Registered }
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  | { kind: 'unreachable'; message: string }
  | { kind: 'kept'; key: string };

/** Everybody who opens the form on this phone sees it. */
const titleOf = ({ first_name = '', last_name = '', car_number }: Record<string, string>): string =>
  `Registration of ${first_name} ${last_name.slice(0, 1)}., ${car_number}`;

/** Sends a registration, one at a time and under one key for as long as it is the same. Never rejects. */
export const useSubmitRegistration = ({ retryKey, runOnce }: RegistrationForm) => {
  const { keyFor, forget } = retryKey;

  /** Keeps the form on this device, to be sent when there is network. */
  const keep = async (values: RegistrationValues, photo: ChosenPhoto | null): Promise<Outcome> => {
    const body = toBody(values);
    const key = keyFor({ ...body, file: photo?.file });
    try {
      const { keepForLater } = await import('~/lib/submission-queue/keep-for-later.ts');
      await keepForLater({
        key,
        kind: 'registration',
        title: titleOf(body),
        url: '/api/drivers',
        format: 'multipart',
        body,
        form: values,
        shown: ownFacts(values),
        ...(photo && { photo: photo.file }),
      });
      forget();
      return { kind: 'kept', key };
    } catch {
      return { kind: 'unreachable', message: 'This phone could not save the form. Please try again with network.' };
    }
  };

  const send = async (values: RegistrationValues, photo: ChosenPhoto | null): Promise<Outcome> => {
    const texts = toBody(values);
    try {
      const { sendRegistration } = await import('./send-registration.ts');
      const answer = await sendRegistration(texts, photo?.file, keyFor({ ...texts, file: photo?.file }));
      forget();
      return { kind: 'received', answer };
    } catch (error) {
      if (!(error instanceof ApiError)) return { kind: 'unreachable', message: UNREADABLE };
      if (error.status === 0 && !navigator.onLine) return keep(values, photo);
      if (error.status === 0 || error.status >= 500) return { kind: 'unreachable', message: error.message };
      return { kind: 'refused', message: error.message, fields: error.fields };
    }
  };

  return {
    forget,
    submit: (values: RegistrationValues, photo: ChosenPhoto | null) => runOnce(() => send(values, photo)),
    keepOnPhone: (values: RegistrationValues, photo: ChosenPhoto | null) => runOnce(() => keep(values, photo)),
  };
};
