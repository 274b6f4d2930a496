import { memberPasswordPath } from '@banbo/contract';
import type { Texting } from '#domains/messages';

/** `linksTo`: the web's origin for links in text messages, or null where it is not known. */
export type MemberMessaging = { linksTo: string | null; texting: Texting };

/** The link to set a password. The car number is typed, since a text message holds nothing that a stranger may have chosen. */
export const passwordPage = (origin: string, code: string): string => origin + memberPasswordPath({ code });
