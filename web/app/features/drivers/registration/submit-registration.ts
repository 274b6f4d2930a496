import { type AnswerOf, type BodyOf, namesInPlace, type registerDriver } from '@banbo/contract';
import { type Address, call } from '~/lib/api/api.ts';
import type { KeptKey } from '~/lib/api/idempotency-key.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { keepOnDevice, type NotSent, notSent } from '~/lib/submission-queue/not-sent.ts';
import type { RegistrationPlace } from './registration-values.ts';
import { ownFacts, type RegistrationValues, toBody } from './registration-values.ts';

const REGISTER: Address<typeof registerDriver> = { method: 'POST', url: '/drivers', access: 'public', isUpload: true };

export type Registered = AnswerOf<typeof registerDriver>;

/** The result of pressing Submit. */
export type RegistrationOutcome = { kind: 'received'; answer: Registered } | NotSent;

/** The phone may be shared, so the title has no full name. */
const titleOf = ({ car_number, ...given }: Record<string, string>): string => {
  const { first_name, last_name } = namesInPlace(given);
  const shown = last_name === '' ? first_name.slice(0, 1) : `${first_name} ${last_name.slice(0, 1)}`;
  return `Registration of ${shown}., ${car_number}`;
};

/** Keeps a registration on this device until there is network. Never rejects. */
export const keepRegistration = async (
  values: RegistrationValues,
  photo: ChosenPhoto | null,
  { keyFor, forget }: KeptKey,
): Promise<NotSent> => {
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

const notKept = (): Promise<NotSent> =>
  Promise.resolve({ kind: 'unreachable', message: 'There is no network. Please try again when it is back.' });

/** Sends a registration; without network it is kept, but not in the office. Never rejects. */
export const submitRegistration = async (
  values: RegistrationValues,
  photo: ChosenPhoto | null,
  keptKey: KeptKey,
  { isOffice }: Pick<RegistrationPlace, 'isOffice'>,
): Promise<RegistrationOutcome> => {
  const file = photo?.file;
  const texts = toBody(values);
  const body = { ...texts, ...(file && { file }) } as BodyOf<typeof registerDriver>;
  try {
    const idempotencyKey = keptKey.keyFor({ ...texts, file });
    const answer = await call<typeof registerDriver>(REGISTER, { body, idempotencyKey });
    keptKey.forget();
    return { kind: 'received', answer };
  } catch (error) {
    return notSent(error, () => (isOffice ? notKept() : keepRegistration(values, photo, keptKey)));
  }
};
