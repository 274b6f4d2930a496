import type { TextDesk } from '@banbo/contract';
import { NativeSelect } from '@mantine/core';

type Props = {
  answers: TextDesk['usual_answers'];
  /** The text so far; the chosen answer comes below it. */
  written: string;
  onWrite: (text: string) => void;
};

/** Adds one of the company's usual answers to what is written. */
export function UsualAnswers({ answers, written, onWrite }: Props) {
  const add = (text: string) => onWrite(written.trimEnd() === '' ? text : `${written.trimEnd()}\n${text}`);
  return (
    <NativeSelect
      maw="24rem"
      mb="sm"
      label="Usual answers"
      value=""
      data={[
        { value: '', label: 'Choose one to fill in…' },
        ...answers.map(({ text, label }) => ({ value: text, label })),
      ]}
      onChange={(event) => event.currentTarget.value && add(event.currentTarget.value)}
    />
  );
}
