import { memberPasswordPath } from '@banbo/contract';
import type { Texting } from '#domains/messages';

/** `linksTo`: the web's origin for links in text messages, or null if it is unknown. */
export type MemberMessaging = { linksTo: string | null; texting: Texting };

/**
 * The subjects of texts that hold a code; they are withdrawn once another code replaces theirs. The driver code tells the cars
 * of one person apart, whose texts go to one number.
 */
export const welcomeOf = (driverCode: string): string => `Welcome, ${driverCode}`;
export const passwordCodeOf = (driverCode: string): string => `Password code, ${driverCode}`;

/**
 * The link to set a password. It leaves out the car number, which the member enters, since a text message must hold
 * nothing that a stranger may have chosen.
 */
export const passwordPage = (origin: string, code: string): string => origin + memberPasswordPath({ code });
