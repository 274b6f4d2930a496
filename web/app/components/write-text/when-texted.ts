import type { TextDesk } from '@banbo/contract';

/** The sentence about a text message that is not simply sent now. */
export const WHEN_TEXTED: Readonly<Record<TextDesk['texting'], string | null>> = {
  sent: null,
  held: 'Today’s text messages are used up: this one goes out tomorrow.',
  stopped: 'Text messages are stopped: this one waits in the outbox until somebody starts them again.',
  'by hand': 'No service sends text messages: this one waits in the outbox for staff to pass on.',
};
