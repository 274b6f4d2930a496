import { TextInput, type TextInputProps } from '@mantine/core';

const FIELDS = [
  { name: 'first_name', label: 'First Name', required: true },
  { name: 'middle_name', label: 'Middle Name', required: false },
  { name: 'last_name', label: 'Last Name', required: true },
  { name: 'email', label: 'E-mail', required: true, type: 'email' },
  { name: 'mobile_number', label: 'Mobile Number', required: false, type: 'tel' },
] as const;

type Name = (typeof FIELDS)[number]['name'];

/** The fields that creating and editing a user share. */
export function ProfileFields({ input }: { input: (name: Name) => TextInputProps }) {
  return FIELDS.map(({ name, label, required, ...rest }) => (
    <TextInput
      key={name}
      label={label}
      required={required}
      autoComplete="off"
      type={'type' in rest ? rest.type : 'text'}
      {...input(name)}
    />
  ));
}
