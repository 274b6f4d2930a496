import { TextInput, type TextInputProps } from '@mantine/core';

const FIELDS = [
  { name: 'first_name', label: 'First Name', required: true, type: 'text', autoComplete: 'given-name' },
  { name: 'middle_name', label: 'Middle Name', required: false, type: 'text', autoComplete: 'additional-name' },
  { name: 'last_name', label: 'Last Name', required: true, type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'E-mail', required: true, type: 'email', autoComplete: 'email' },
  { name: 'mobile_number', label: 'Mobile Number', required: false, type: 'tel', autoComplete: 'tel' },
] as const;

type Name = (typeof FIELDS)[number]['name'];

type Props = {
  input: (name: Name) => TextInputProps;
  /** They are the person's own, whom the browser knows. */
  isOwn?: boolean;
};

/** A staff user's names and contacts. */
export function ProfileFields({ input, isOwn = false }: Props) {
  return FIELDS.map(({ name, autoComplete, ...field }) => (
    <TextInput key={name} {...field} autoComplete={isOwn ? autoComplete : 'off'} {...input(name)} />
  ));
}
