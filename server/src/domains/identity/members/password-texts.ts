import { memberPasswordPath } from '@banbo/contract';
import type { Texting } from '#domains/messages';

/** `linksTo`: the web's origin for links in text messages, or null where it is not known. */
export type MemberMessaging = { linksTo: string | null; texting: Texting };

/** The subjects of texts that hold a code, and are taken back once another code makes it worthless. */
export const WELCOME = 'Welcome';
export const PASSWORD_CODE = 'Password code';

/** The link to set a password. The car number is typed, since a text message holds nothing that a stranger may have chosen. */
export const passwordPage = (origin: string, code: string): string => origin + memberPasswordPath({ code });
