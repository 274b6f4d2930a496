import { Checkbox, Combobox, Group, Input } from '@mantine/core';
import dateStyles from './date-field.module.css';
import type { CheckProps, FormSkin, FrameProps, LineProps } from './form-skin.tsx';

function Frame({ id, lineId, label, error, hint, isRequired, children }: FrameProps) {
  return (
    <Input.Wrapper
      id={id}
      label={label}
      withAsterisk={isRequired}
      error={error}
      description={error ? undefined : hint}
      // Keeps the inputs of a row level, however long the lines under them are.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      errorProps={{ id: lineId }}
      descriptionProps={{ id: lineId }}
    >
      {children}
    </Input.Wrapper>
  );
}

type Attributes = { size?: unknown; 'aria-invalid'?: unknown; 'aria-describedby'?: string | undefined };
type Given<Own> = { [Name in keyof Omit<Own, 'size'>]: Exclude<Own[Name], undefined> };

/** An element's attributes for the library, whose sizes are others. */
const given = <Own extends Attributes>({ size: _, ...own }: Own) => ({
  ...(own as unknown as Given<Own>),
  error: own['aria-invalid'] === true,
});

/** Keeps the lines that describe the input: the library would name those of its frame alone. */
const described = (own: Attributes) => ({ attributes: { input: { 'aria-describedby': own['aria-describedby'] } } });

/** Of all else the browser would offer the clerk's own, such as a name, for what drivers tell. */
const OWN_SECRETS = /password|code/;

function Line({ before, after, isFixed: _, isChoice = false, className = '', autoComplete = '', ...own }: LineProps) {
  return (
    <Input
      {...given(own)}
      {...described(own)}
      autoComplete={OWN_SECRETS.test(autoComplete) ? autoComplete : 'off'}
      classNames={{ input: className }}
      {...(before && {
        leftSection: (
          <Group gap={6} fz="sm" c="var(--ink-soft)">
            {before}
          </Group>
        ),
        leftSectionWidth: 88,
      })}
      rightSection={isChoice ? <Combobox.Chevron /> : after}
      rightSectionPointerEvents={isChoice ? 'none' : 'all'}
    />
  );
}

function Check({ lineId, error, hint, ...own }: CheckProps) {
  const Under = error ? Input.Error : Input.Description;
  return (
    <div>
      <Checkbox {...given(own)} />
      <Under id={lineId} mt={4}>
        {error || hint}
      </Under>
    </div>
  );
}

/** The office's fields, in the sizes and shapes of the library's that stand on its other pages. */
export const OFFICE_SKIN: FormSkin = {
  Frame,
  Line,
  Area: (own) => <Input component="textarea" multiline {...given(own)} {...described(own)} />,
  Select: (own) => (
    <Input component="select" pointer {...given(own)} {...described(own)} rightSection={<Combobox.Chevron />} />
  ),
  Check,
  innerButton: dateStyles.button,
};
