import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { StartRefusal } from '#lib/refusal.ts';

/**
 * Lines of a service's file of settings that systemd, Compose and this platform read alike: bare
 * values without # and \, and quoted ones without their quotes and \ in them.
 */
const ALIKE = [
  /^\s*([#;].*)?$/,
  /^\s*[A-Za-z_]\w*\s*=\s*([^\s"'`#\\][^#\\]*)?$/,
  /^\s*[A-Za-z_]\w*\s*=\s*"[^"\\$]*"\s*$/,
  /^\s*[A-Za-z_]\w*\s*=\s*'[^'\\]*'\s*$/,
];

/**
 * Reads the file with which a service manager starts the server. Throws a `StartRefusal` for a line
 * that it would understand in another way.
 */
export const readSettingsFile = (file: string): NodeJS.Dict<string> => {
  let content: string;
  try {
    content = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefusal(`The settings in ${file} cannot be read`, { cause: error });
  }
  const lines = content.split(/\r?\n/);
  const odd = lines.findIndex((line) => !ALIKE.some((pattern) => pattern.test(line)));
  if (odd !== -1) {
    throw new StartRefusal(
      `Line ${odd + 1} of ${file} is read differently by different programs: write NAME="value", without " \\ $ in the value and nothing behind it`,
    );
  }
  return parseEnv(lines.filter((line) => !/^\s*[#;]/.test(line)).join('\n'));
};
