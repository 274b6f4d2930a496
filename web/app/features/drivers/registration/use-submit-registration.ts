import type { AnswerOf, registerDriver } from '@banbo/contract';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { keepOnDevice, type NotSent, notSent } from '~/lib/submission-queue/not-sent.ts';
import { ownFacts, type RegistrationValues, toBody } from './registration-values.ts';
import type { RegistrationForm } from './use-registration-form.ts';

export type Registered = AnswerOf<typeof registerDriver>;

/** The result of pressing Submit. */
export type Outcome = { kind: 'received'; answer: Registered } | NotSent;

/** Everybody who opens the form on this phone sees it. */
const titleOf = ({ first_name = '', last_name = '', car_number }: Record<string, string>): string =>
  `Registration of ${first_name} ${last_name.slice(0, 1)}., ${car_number}`;

/** Sends a registration, one at a time and under one key for as long as it is the same. Never rejects. */
export const useSubmitRegistration = ({ retryKey, runOnce }: RegistrationForm) => {
  const { keyFor, forget } = retryKey;

  /** Keeps the form on this device, to be sent when there is network. */
  const keep = async (values: RegistrationValues, photo: ChosenPhoto | null): Promise<NotSent> => {
    const body = toBody(values);
    const key = keyFor({ ...body, file: photo?.file });
    const outcome = await keepOnDevice({
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
    if (outcome.kind === 'kept') forget();
    return outcome;
  };

  const send = async (values: RegistrationValues, photo: ChosenPhoto | null): Promise<Outcome> => {
    const texts = toBody(values);
    try {
      const { sendRegistration } = await import('./send-registration.ts');
      const answer = await sendRegistration(texts, photo?.file, keyFor({ ...texts, file: photo?.file }));
      forget();
      return { kind: 'received', answer };
    } catch (error) {
      return notSent(error, () => keep(values, photo));
    }
  };

  return {
    forget,
    submit: (values: RegistrationValues, photo: ChosenPhoto | null) => runOnce(() => send(values, photo)),
    keepOnPhone: (values: RegistrationValues, photo: ChosenPhoto | null) => runOnce(() => keep(values, photo)),
  };
};
