import {
  addDevice,
  asksAboutDigit,
  changeDevice,
  DeviceChange,
  type DeviceRecord,
  formatPhone,
  imeiOf,
  MAX_PHONE_LENGTH,
  NewDevice,
  readImei,
  showDevice,
  WRONG_CHECK_DIGIT,
} from '@banbo/contract';
import { Autocomplete, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy, fieldId } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';

const EMPTY = {
  ...{ imei: '', feed_name: '', confirmed_imei: '', serial_number: '', model: '', sim_number: '', sim_network: '' },
  ...{ bundle_until: '', note: '', silent_minutes: '' },
};
type Values = typeof EMPTY;

const NETWORKS = ['MTN', 'Telecel', 'AirtelTigo'];

const valuesOf = (device: DeviceRecord): Values => ({
  ...EMPTY,
  feed_name: device.feed_name ?? '',
  ...{ serial_number: device.serial_number, model: device.model, note: device.note },
  sim_number: device.sim_number === null ? '' : formatPhone(device.sim_number),
  sim_network: device.sim_network,
  bundle_until: device.bundle_until ?? '',
  silent_minutes: device.silent_minutes === null ? '' : String(device.silent_minutes),
});

/** The IMEI whose last digit is to be confirmed; empty for none. */
const askedImei = ({ imei, feed_name }: Values): string => {
  const names = { imei: readImei(imei), feed_name: feed_name.trim() || null };
  return asksAboutDigit(names) ? (imeiOf(names) ?? '') : '';
};

/** True until the IMEI is typed otherwise: each is confirmed by itself. */
const isConfirmed = (values: Values): boolean =>
  values.confirmed_imei !== '' && values.confirmed_imei === askedImei(values);

const bodyOf = (values: Values) => {
  const { imei: _, confirmed_imei: _confirmed, silent_minutes: _minutes, ...facts } = values;
  return {
    ...facts,
    feed_name: values.feed_name.trim() || null,
    accepts_wrong_digit: isConfirmed(values),
    sim_number: values.sim_number.trim() || null,
    bundle_until: values.bundle_until || null,
  };
};

const newBody = (values: Values) => ({ ...bodyOf(values), imei: values.imei.trim() || null });

const changeBody = (values: Values) => ({
  ...bodyOf(values),
  silent_minutes: values.silent_minutes.trim() === '' ? null : Number(values.silent_minutes),
});

/** The question about a last digit, until it is answered; a known IMEI is asked about no more. */
const digitErrors = (asked: string, values: Values): FieldErrors =>
  asked === '' || isConfirmed(values) ? {} : { accepts_wrong_digit: WRONG_CHECK_DIGIT };

const checkNew = checkBy(NewDevice);
const checkChange = checkBy(DeviceChange);

/** A new tracker, or the facts of a known one; its IMEI stays. */
function DeviceForm({ device }: { device: DeviceRecord | null }) {
  const navigate = useNavigate();
  const askedOf = (values: Values): string => (device && device.imei !== device.feed_name ? '' : askedImei(values));
  const form = useForm({
    initial: device ? valuesOf(device) : EMPTY,
    check: (values) => ({
      ...(device ? checkChange(changeBody(values)) : checkNew(newBody(values))),
      ...digitErrors(askedOf(values), values),
    }),
    checkOnLeave: device ? [] : ['imei'],
    keyName: 'banbo-device-key',
  });
  const send = async (values: Values): Promise<{ message: string; id: string }> => {
    if (device) {
      const answer = await change(changeDevice, { params: { id: device.id }, body: changeBody(values) });
      return { ...answer, id: device.id };
    }
    const body = newBody(values);
    return change(addDevice, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  const network = form.input('sim_network');
  const asked = askedOf(form.values);
  const isAccepted = isConfirmed(form.values);
  const wrongDigit = form.errors.accepts_wrong_digit;
  return (
    <RecordForm
      form={form}
      send={send}
      action={device ? 'Update' : 'Add tracker'}
      cancel={device ? `/devices/${device.id}` : '/devices'}
      then={({ id }) => navigate(`/devices/${id}`, { replace: true })}
    >
      {!device && (
        <TextInput
          {...form.input('imei')}
          label="IMEI"
          description="The fifteen digits on the tracker’s label"
          inputMode="numeric"
          autoComplete="off"
          maxLength={60}
        />
      )}
      <TextInput
        {...form.input('feed_name')}
        label="Name in the feed"
        description="As the tracker calls itself in Traccar, if that is not its IMEI"
        autoComplete="off"
        maxLength={64}
      />
      {asked !== '' && (
        <Checkbox
          id={fieldId('accepts_wrong_digit')}
          label={`The label says ${asked}`}
          checked={isAccepted}
          description={isAccepted || wrongDigit !== undefined ? undefined : WRONG_CHECK_DIGIT}
          error={isAccepted ? undefined : wrongDigit}
          onChange={({ currentTarget }) => form.setFieldValue('confirmed_imei', currentTarget.checked ? asked : '')}
        />
      )}
      <TextInput {...form.input('model')} label="Model" maxLength={60} />
      <TextInput {...form.input('serial_number')} label="Serial number" autoComplete="off" maxLength={60} />
      <TextInput
        {...form.input('sim_number')}
        label="SIM number"
        type="tel"
        autoComplete="off"
        maxLength={MAX_PHONE_LENGTH}
      />
      <Autocomplete
        id={network.id}
        label="Network"
        data={NETWORKS}
        value={network.value}
        error={network.error}
        maxLength={40}
        onChange={(value) => form.setFieldValue('sim_network', value)}
      />
      <DateField
        {...form.input('bundle_until')}
        label="Bundle until"
        description="The last day of the SIM’s data bundle"
      />
      {device && (
        <TextInput
          {...form.input('silent_minutes')}
          label="Silent after, in minutes"
          description="Empty for the company’s setting"
          inputMode="numeric"
          maxLength={5}
        />
      )}
      <Textarea {...form.input('note')} label="Note" rows={3} maxLength={1000} />
    </RecordForm>
  );
}

export const AddDevice = () => (
  <Page lead="A tracker comes into stock first. Fit it to a car from its own page.">
    <DeviceForm device={null} />
  </Page>
);

export const EditDevice = ({ id }: { id: string }) => (
  <RecordLoaded
    of="tracker"
    query={read(showDevice, { params: { id } })}
    ways={[{ to: '/devices', label: 'See all devices' }]}
  >
    {(device) => (
      <Page title={`Edit ${device.imei}`} lead={device.model}>
        <DeviceForm device={device} />
      </Page>
    )}
  </RecordLoaded>
);
