import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Machine, startMachine, type Typed } from './machine.ts';
import { OPS } from './programs.ts';

const ROOT = join(OPS, '..');
const SERVED = 'https://localhost';

/** The lines to be typed, by the sections of the page for operators. */
const PAGE: ReadonlyMap<string, string[]> = new Map(
  readFileSync(join(ROOT, 'docs/running.md'), 'utf8')
    .split(/^## /m)
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^( *)```sh\n([\s\S]*?)\n\1```$/gm)].flatMap(([, , block = '']) =>
        block.split('\n').map((line) => line.trim()),
      ),
    ]),
);

/** Lines that are not typed here, each with the reason. */
const NOT_TYPED: readonly [RegExp, string][] = [
  [
    /\bdocker compose /,
    'needs an engine for containers, and images from elsewhere: container.test.ts has the files read',
  ],
];

/** The command for what a person changes in an editor, by what the lines before have said. */
type Edit = (file: string, said: ReadonlyMap<string, string>) => string;

/** Programs that wait for a person, or have no end: these are typed in their place. */
const inPlace = (line: string, edit: (file: string) => string): string => {
  if (line.startsWith('nano ')) return edit(line.slice('nano '.length));
  if (/^journalctl .*-f$/.test(line)) return `timeout 1 ${line} || test $? = 124`;
  // It exits with 1 where anything is wrong.
  if (line === 'npm run doctor') return `${line} || test $? = 1`;
  return line;
};

let machine: Machine;

/** Types a line as root. Throws with what it said unless it went well. */
const type = async (line: string, input?: string): Promise<string> => {
  const { code, said }: Typed = await machine.type(line, input);
  if (code !== 0) throw new Error(`${input ?? line} ended with ${code}:\n${said}`);
  return said;
};

const isProductShell = (line: string): boolean => / systemd-run -S /.test(line);

/** Types a line in the product's shell, which the page opens in its first section. */
const typeInProductShell = (line: string): Promise<string> => {
  const opening = (PAGE.get('Install') ?? []).find(isProductShell);
  if (!opening) throw new Error('The page does not say how to open the product’s shell');
  return type(opening, `${line}\n`);
};

type Around = {
  edit?: Edit;
  /** The line that is typed for one of the page, such as another moment to restore. */
  change?: (line: string) => string;
  before?: (line: string) => Promise<unknown>;
};

/** Types a section of the page, and gives what each line said. */
const follow = async (section: string, around: Around = {}): Promise<Map<string, string>> => {
  const { edit = () => 'false', change = (line) => line, before = async () => {} } = around;
  const said = new Map<string, string>();
  for (const line of PAGE.get(section) ?? []) {
    if (NOT_TYPED.some(([pattern]) => pattern.test(line))) continue;
    await before(line);
    if (isProductShell(line) || line === 'exit') continue;
    const run = line.startsWith('npm ') ? typeInProductShell : type;
    said.set(line, await run(inPlace(change(line), (file) => edit(file, said))));
    if (line.startsWith('cp -r banbo ')) await lendPackages(line.split(' ')[3] ?? '');
  }
  return said;
};

/** Lends the packages of this machine to a folder of the project: a start would fetch them. */
const lendPackages = async (folder: string): Promise<void> => {
  const found = await type('cd /mnt/project && ls -d node_modules */node_modules 2> /dev/null');
  for (const place of found.trim().split('\n')) {
    const own = `/run/lent${folder}/${place}`;
    const layers = `lowerdir=/mnt/project/${place},upperdir=${own}/upper,workdir=${own}/work`;
    await type(`mkdir -p ${own}/upper ${own}/work ${folder}/${place}`);
    await type(`mount -t overlay -o ${layers} lent ${folder}/${place}`);
  }
};

/** Has pages copied that are built already: building takes a minute, and has its own tests. */
const lendPages = async (folder: string): Promise<void> => {
  const { WEB_BUILD } = process.env;
  if (WEB_BUILD === undefined) throw new Error('Set WEB_BUILD to the built pages, as npm test does');
  const below = relative(ROOT, WEB_BUILD);
  const built = below.startsWith('..') ? WEB_BUILD : join('/mnt/project', below);
  const program = `import { cpSync } from 'node:fs';\ncpSync('${built}', 'web/build/' + process.argv[2], { recursive: true });\n`;
  await type(`cat > ${folder}/scripts/build-web.ts`, program);
};

/** Has apt find all that it would install, and stop there, without a network. */
const APT = `
APT::Get::Assume-Yes "true";
APT::Get::Simulate "true";
Dir::State::status "/run/debian-status";
`;

const isUp = (): Promise<unknown> =>
  type('for at in $(seq 600); do curl -fs http://127.0.0.1:3000/api/readyz && exit; sleep 0.2; done; exit 1').catch(
    async (error) => Promise.reject(new Error(`${error}\n${await type('journalctl -u banbo | tail -50')}`)),
  );

const NODE = '/mnt/project/node_modules/node/bin/node';
let registered = 0;

/** Registers the next driver as a page does, through Caddy. */
const register = async (): Promise<void> => {
  registered += 1;
  const program = `
    import { formOf, registrationOf } from '/mnt/project/server/test/builders/registrations.ts';
    const body = formOf(registrationOf(${registered}));
    const answer = await fetch('${SERVED}/api/drivers', { method: 'POST', body });
    if (answer.status !== 201) throw new Error(answer.status + ' ' + (await answer.text()));`;
  const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
  await type(`NODE_EXTRA_CA_CERTS=${authority} ${NODE} --input-type=module`, program);
};

beforeAll(async () => {
  machine = await startMachine(ROOT);
  await type('cat > /etc/apt/apt.conf.d/99try', APT);
  // Another vendor's Node, which may be on this machine, excludes Debian's npm.
  await type(
    `awk 'BEGIN { RS = ""; ORS = "\\n\\n" } !/^Package: (nodejs|npm|caddy)\\n/' /var/lib/dpkg/status > /run/debian-status`,
  );
  await type('test -e /usr/bin/npm || ln -s "$(command -v npm)" /usr/bin/npm');
  const without = ['node_modules', '.git', 'build', 'test-results'].map((name) => `--exclude=${name}`).join(' ');
  await type(`mkdir banbo && tar -C /mnt/project ${without} -c . | tar -C banbo -x`);
  await lendPages('banbo');
});
afterAll(() => machine?.end());

test('Install: the service runs behind Caddy, and the doctor looks it over', async () => {
  const edit: Edit = (file) => `sed -i 's/www.example.com/localhost/' ${file}`;
  const said = await follow('Install', {
    edit,
    before: async (line) => line.startsWith('journalctl') && (await isUp()),
  });
  expect(said.get('apt install npm caddy')).toMatch(/^Inst caddy [\s\S]*^Inst npm /m);
  expect(said.get('journalctl -u banbo -f')).toMatch(/https:\/\/localhost\/\S+/);
  // Nobody outside vouches for the certificate or the time.
  const wrong = [...(said.get('npm run doctor') ?? '').matchAll(/^WRONG +([^:]+):/gm)].map(([, about]) => about);
  expect(wrong).toEqual(['Clock', 'Public address', 'Backup']);
  expect(await type('ps -o user= -C postgres | sort -u')).toBe('banbo\n');
  await register();
});

test('Update: another version takes over, and the one before again', async () => {
  const said = await follow('Update', {
    before: async (line) => line.startsWith('mv /srv/banbo/app /srv/banbo/next') && (await isUp()),
  });
  expect(said.size).toBeGreaterThan(5);
  await isUp();
});

test('Logs: the journal is bounded', async () => {
  await follow('Logs');
  expect(await type('systemd-analyze cat-config systemd/journald.conf')).toContain('SystemMaxUse=2G');
});

test('Watching: Prometheus reads its file again', async () => {
  // Installing it would.
  await type('systemctl start prometheus');
  await follow('Watching');
});

test('Backups and Restore: a lost disk is there again, a moment before, and a copy', { timeout: 900_000 }, async () => {
  const [, settings = ''] =
    /## Backups[\s\S]*?```ini\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/running.md'), 'utf8')) ?? [];
  await type('install -d -o banbo -g banbo /mnt/copies');
  const kept = "find /mnt/backup -name 'base.*' | grep -q .";
  const copied = await follow('Backups', {
    edit: (file) => `printf '%s' '${settings}' >> ${file}`,
    before: async (line) => {
      if (!line.startsWith('npm run backup')) return;
      await isUp();
      await type(`for at in $(seq 300); do ${kept} && exit; sleep 0.2; done; exit 1`);
      await register();
      await register();
    },
  });
  expect(copied.get('npm run backup -- /mnt/copies/today')).toMatch(/The backup is in .*3 drivers/);
  await delay(1_500);
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ');
  await delay(1_500);
  await register();

  const puts = (line: string): boolean => line.startsWith('npm run restore') && !line.endsWith('--list');
  const restored = await follow('Restore', {
    change: (line) => line.replace('2026-11-22 15:59', moment),
    before: async (line) => puts(line) && (await type('rm -r /srv/banbo/data')),
  });
  const [last, past, copy] = [...restored].flatMap(([line, said]) => (puts(line) ? [said] : []));
  expect(restored.get('npm run restore -- --list')).toMatch(/^from [-0-9: ]+ to [-0-9: ]+$/m);
  expect(last).toMatch(/4 drivers/);
  expect(past).toMatch(/3 drivers/);
  expect(copy).toMatch(/3 drivers/);
  expect(restored.get('npm run books:check')).toContain('The books agree');
  await isUp();
});

test('Prometheus has taken the figures meanwhile', async () => {
  // It asks twice a minute; the server may have been away the last time.
  const asked = `curl -fsG http://127.0.0.1:9090/api/v1/query --data-urlencode 'query=max_over_time(up{job="banbo"}[15m])'`;
  await expect.poll(() => type(asked), { interval: 500 }).toMatch(/"value":\[[\d.]+,"1"\]/);
});

test('Grow: the database is a server of its own, and comes back into a folder', async () => {
  const secret = 'TOKEN_SECRET=$(cat /srv/banbo/data/secrets/TOKEN_SECRET)';
  const moved = 'npm run move -- /srv/banbo/back';
  const said = await follow('Grow', {
    edit: (file, saidBefore) => {
      if (saidBefore.has(moved)) {
        return `sed -i '/^DATABASE_URL=/d; /^TOKEN_SECRET=/d; s#^DATA_DIR=.*#DATA_DIR=/srv/banbo/back#' ${file}`;
      }
      const [address] =
        /^DATABASE_URL=.*$/m.exec(saidBefore.get('npm run promote -- /srv/banbo/postgres --port=5432') ?? '') ?? [];
      return `sed -i '/^BACKUP/d' ${file} && printf '%s\\n' '${address}' "${secret}" >> ${file}`;
    },
    before: async (line) => {
      if (line !== 'systemctl restart banbo-postgres' && line !== 'systemctl disable --now banbo-postgres') return;
      await isUp();
      await register();
    },
  });
  expect(said.get(moved)).toContain('The database is in /srv/banbo/back');
  await isUp();
  expect(await type('runuser -u banbo -- cat /srv/banbo/back/secrets/TOKEN_SECRET')).toBe(
    await type('cat /srv/banbo/data/secrets/TOKEN_SECRET'),
  );
});

test('every command of the page is typed by a test', () => {
  const tried = ['Install', 'Update', 'Logs', 'Watching', 'Backups', 'Restore', 'Grow'];
  expect([...PAGE].flatMap(([section, lines]) => (lines.length > 0 ? [section] : []))).toEqual(tried);
  const lines = [...PAGE.values()].flat();
  expect(NOT_TYPED.filter(([pattern]) => !lines.some((line) => pattern.test(line)))).toEqual([]);
});
