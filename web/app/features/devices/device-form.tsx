import {
  addDevice,
  changeDevice,
  DeviceChange,
  type DeviceRecord,
  formatPhone,
  MAX_PHONE_LENGTH,
  NewDevice,
  showDevice,
} from '@banbo/contract';
import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

const EMPTY = {
  ...{ imei: '', serial_number: '', model: '', sim_number: '', sim_network: '' },
  ...{ bundle_until: '', note: '', silent_minutes: '' },
};
type Values = typeof EMPTY;

const NETWORKS = ['MTN', 'Telecel', 'AirtelTigo'];

const valuesOf = (device: DeviceRecord): Values => ({
  ...EMPTY,
  ...{ imei: device.imei, serial_number: device.serial_number, model: device.model, note: device.note },
  sim_number: device.sim_number === null ? '' : formatPhone(device.sim_number),
  sim_network: device.sim_network,
  bundle_until: device.bundle_until ?? '',
  silent_minutes: device.silent_minutes === null ? '' : String(device.silent_minutes),
});

const newBody = ({ silent_minutes: _, ...values }: Values) => ({
  ...values,
  sim_number: values.sim_number.trim() || null,
  bundle_until: values.bundle_until || null,
});

const changeBody = ({ imei: _, ...values }: Values) => ({
  ...values,
  sim_number: values.sim_number.trim() || null,
  bundle_until: values.bundle_until || null,
  silent_minutes: values.silent_minutes.trim() === '' ? null : Number(values.silent_minutes),
});

const checkNew = checkBy(NewDevice);
const checkChange = checkBy(DeviceChange);

/** A new tracker, or the facts of a known one; its IMEI stays. */
function DeviceForm({ device }: { device: DeviceRecord | null }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: device ? valuesOf(device) : EMPTY,
    check: (values) => (device ? checkChange(changeBody(values)) : checkNew(newBody(values))),
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
          required
          maxLength={40}
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
