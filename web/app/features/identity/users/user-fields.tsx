import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** A user's names and contacts, as a form holds them. */
export type Profile = {
  first_name: string;
  middle_name: string;
  last_name: string;
  email: string;
  mobile_number: string;
};

const FIELDS = [
  { name: 'first_name', label: 'First Name', required: true },
  { name: 'middle_name', label: 'Middle Name', required: false },
  { name: 'last_name', label: 'Last Name', required: true },
  { name: 'email', label: 'E-mail', required: true, type: 'email' },
  { name: 'mobile_number', label: 'Mobile Number', required: false, type: 'tel' },
] as const;

/** The fields that creating and editing a user share. */
export function ProfileFields<Values extends Profile>({ form }: { form: UseFormReturnType<Values> }) {
  return FIELDS.map(({ name, label, required, ...rest }) => (
    <TextInput
      key={name}
      label={label}
      required={required}
      autoComplete="off"
      type={'type' in rest ? rest.type : 'text'}
      {...form.getInputProps(name)}
    />
  ));
}
