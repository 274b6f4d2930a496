import { type AnswerOf, type BodyOf, registerDriver } from '@banbo/contract';
import { useRef, useState } from 'react';
import { ApiError, call } from '~/lib/api.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { keepForLater } from '~/lib/submission-queue/keep-for-later.ts';
import { ownFacts, type RegistrationValues, toBody } from './registration-values.ts';

export type Registered = AnswerOf<typeof registerDriver>;

/** As from a network that answers with a page of its own. */
const UNREADABLE = 'The answer could not be read. Please try again.';

/** The result of pressing Submit. `unreached` leaves the choice to send later to the person. */
export type Outcome =
  | { kind: 'received'; answer: Registered }
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  | { kind: 'unreached'; message: string }
  | { kind: 'kept'; key: string };

/** Everybody who opens the form on this phone sees it. */
const titleOf = ({ first_name = '', last_name = '', car_number }: Record<string, string>): string =>
  `Registration of ${first_name} ${last_name.slice(0, 1)}., ${car_number}`;

/** Sends a registration, one at a time and under one key for as long as it is the same. Never rejects. */
export const useSubmitRegistration = () => {
  const { keyFor, forget } = useIdempotencyKey('banbo-registration-key');
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);

  /** Keeps the form on this device, to be sent when there is network. */
  const keep = async (values: RegistrationValues, photo: ChosenPhoto | null): Promise<Outcome> => {
    const body = toBody(values);
    const key = keyFor({ ...body, file: photo?.file });
    try {
      await keepForLater({
        key,
        kind: 'registration',
        title: titleOf(body),
        url: `/api${registerDriver.url}`,
        format: 'multipart',
        body,
        form: values,
        shown: ownFacts(values),
        ...(photo && { photo: photo.file }),
      });
      forget();
      return { kind: 'kept', key };
    } catch {
      return { kind: 'unreached', message: 'This phone could not save the form. Please try again with network.' };
    }
  };

  const send = async (values: RegistrationValues, photo: ChosenPhoto | null): Promise<Outcome> => {
    const texts = toBody(values);
    const body = { ...texts, ...(photo && { file: photo.file }) } as BodyOf<typeof registerDriver>;
    try {
      const answer = await call(registerDriver, { body, idempotencyKey: keyFor({ ...texts, file: photo?.file }) });
      forget();
      return { kind: 'received', answer };
    } catch (error) {
      if (!(error instanceof ApiError)) return { kind: 'unreached', message: UNREADABLE };
      if (error.status === 0 && !navigator.onLine) return keep(values, photo);
      if (error.status === 0 || error.status >= 500) return { kind: 'unreached', message: error.message };
      return { kind: 'refused', message: error.message, fields: error.fields };
    }
  };

  /** Does one of the two unless one is under way, which gives null. */
  const once = async (work: typeof send, values: RegistrationValues, photo: ChosenPhoto | null) => {
    if (busy.current) return null;
    busy.current = true;
    setSending(true);
    try {
      return await work(values, photo);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return {
    isSending,
    forget,
    submit: (values: RegistrationValues, photo: ChosenPhoto | null) => once(send, values, photo),
    keepOnPhone: (values: RegistrationValues, photo: ChosenPhoto | null) => once(keep, values, photo),
  };
};
