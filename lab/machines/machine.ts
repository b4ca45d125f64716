// Makes a machine of a row out of a root folder of Debian and this checkout, laid over each other, and starts a command on it.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandResult } from '../kit/server.ts'
import { folderOf, type Row } from './rows.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'
/** What npm fetched, kept beside the root folders: the rows that install ask the registry for nothing twice. */
const FETCHED = '/var/cache/npm'

export interface Machine {
  /** What it has said so far. */
  readonly said: () => string
  readonly exited: Promise<number>
  /** Runs another command there to its end. */
  run(command: string): Promise<CommandResult>
  stop(): Promise<void>
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Every step is one of a person who sets up a machine, so that nothing is left half made: a folder is renamed when it is done. */
function kept(folder: string, make: (unfinished: string) => void): string {
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  make(unfinished)
  renameSync(unfinished, folder)
  return folder
}

const inNamespace = (script: string): void =>
  void execFileSync('unshare', ['--mount', 'sh', '-ec', script], { stdio: ['ignore', 'ignore', 'inherit'] })

const install = (root: string, packages: readonly string[]): string => `
  cp -L /etc/resolv.conf ${root}/etc/resolv.conf
  mount -t proc proc ${root}/proc
  export DEBIAN_FRONTEND=noninteractive
  chroot ${root} apt-get -qq update
  chroot ${root} apt-get -qq install -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io ${packages.join(' ')}`

/** The base system with npm, the root of all machines of that Debian. */
const baseOf = (roots: string, debian: string): string =>
  kept(join(roots, debian), (folder) => {
    const words = ['--variant=minbase', '--include=ca-certificates', debian, folder]
    execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] })
    inNamespace(install(folder, ['npm']))
  })

/** What packages add to a base system, as a folder to be laid over it. */
const layerOf = (roots: string, debian: string, packages: readonly string[]): string =>
  kept(join(roots, `${debian}-${packages.join('-')}`), (folder) => {
    const [base, work] = [baseOf(roots, debian), `${folder}.work`]
    mkdirSync(work, { recursive: true })
    inNamespace(`
      mount -t overlay overlay -o lowerdir=${base},upperdir=${folder},workdir=${work} /mnt
      ${install('/mnt', packages)}`)
    rmSync(work, { recursive: true, force: true })
  })

/**
 * Lays everything that is written into memory, so that nothing is left when the machine ends. Its root is the root of its
 * mounts: in a mere chroot the kernel allows no user namespaces.
 */
function setUp(row: Row, layers: readonly string[], place: string, roots: string): string {
  const { without = [], files = {}, shm = '50%', isReadOnly, asRoot, installs } = row
  const root = `${place}/root`
  const program = `${root}${folderOf(row)}`
  const [owner, home] = asRoot ? ['0:0', '/root'] : ['1000:1000', '/home/ann']
  return `
    mount -t tmpfs tmpfs ${place}
    cd ${place}
    mkdir root root-upper root-work program-upper program-work
    mount -t overlay overlay -o lowerdir=${layers.join(':')},upperdir=root-upper,workdir=root-work root
    mount -t proc proc root/proc
    mount --rbind /sys root/sys
    mount -t tmpfs -o mode=755 tmpfs root/dev
    for device in null zero full random urandom tty; do
      touch root/dev/$device
      mount --bind /dev/$device root/dev/$device
    done
    ln -s /proc/self/fd root/dev/fd
    mkdir root/dev/shm
    mount -t tmpfs -o mode=1777,size=${shm} tmpfs root/dev/shm
    cp -L /etc/resolv.conf root/etc/resolv.conf
    cp -L /${CERTIFICATES} root/${CERTIFICATES}
    grep -q ^ann: root/etc/passwd || chroot root useradd --create-home --uid 1000 ann
    ${installs ? withFetched(roots, root, owner) : ''}
    rm -f ${without.map((file) => `root${file}`).join(' ')}
    ${Object.entries(files)
      .map(([path, text]) => `printf %s ${quoted(text)} > ${quoted(root + path)}`)
      .join('\n')}
    mkdir -p ${quoted(program)}
    mount -t overlay overlay -o metacopy=on,redirect_dir=on,lowerdir=${quoted(checkout)},upperdir=program-upper,workdir=program-work ${quoted(program)}
    cd ${quoted(program)}
    rm -rf data .env .git web/dist lab/results node_modules/.cache node_modules/.vite* ${installs ? 'node_modules client/node_modules' : ''}
    ${installs ? '' : `chown ${owner} node_modules`}
    chown ${owner} . web client ${root}${home}
    ${isReadOnly ? `bin/pinned-node web/build.ts >/dev/null\ncd /\nmount -o remount,ro ${quoted(program)}` : ''}
    cd ${root}
    mkdir -p old
    pivot_root . old
    umount -l old`
}

const withFetched = (roots: string, root: string, owner: string): string => `
    mkdir -p ${quoted(`${roots}/npm`)} ${root}${FETCHED}
    chown -R ${owner} ${quoted(`${roots}/npm`)}
    mount --bind ${quoted(`${roots}/npm`)} ${root}${FETCHED}`

const noNamespaces =
  'unshare --user --map-root-user sh -c \'echo 0 >/proc/sys/user/max_user_namespaces; exec "$0" "$@"\''

/** The command as the person of the row types it. */
function typed(row: Row, command: string): string {
  const { asRoot, umask = '022', variables = {}, hasNoNamespaces, installs } = row
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: asRoot ? '/root' : '/home/ann',
    npm_config_cafile: `/${CERTIFICATES}`,
    ...(installs && { npm_config_cache: FETCHED, npm_config_prefer_offline: 'true' }),
    ...variables,
  }
  const set = Object.entries(environment).map(([name, value]) => quoted(`${name}=${value}`))
  const script = `umask ${umask}; cd ${quoted(folderOf(row))} && ${command}`
  const shell = `${hasNoNamespaces ? noNamespaces : ''} sh -c ${quoted(script)}`
  const person = asRoot ? '' : 'setpriv --reuid 1000 --regid 1000 --clear-groups'
  return `${person} env -i ${set.join(' ')} ${shell}`
}

export function startMachine(row: Row, roots: string, command: string): Machine {
  const { debian, packages } = row
  const layers = [...(packages ? [layerOf(roots, debian, packages)] : []), baseOf(roots, debian)]
  const place = mkdtempSync(join(tmpdir(), 'selfsame-machine-'))
  const script = `${setUp(row, layers, place, roots)}\n${typed(row, command)}`
  const words = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script]
  const child = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const note = (chunk: Buffer) => {
    said += chunk
  }
  child.stdout?.on('data', note)
  child.stderr?.on('data', note)
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const exited = once(child, 'exit').then(([code]) => Number(code ?? 1))
  return {
    said: () => said,
    exited,
    run(other) {
      const inside = ['--target', firstInside(child), '--mount', '--pid', '--root', '--wd']
      return new Promise((resolve) => {
        execFile('nsenter', [...inside, 'sh', '-c', typed(row, other)], (error, stdout, stderr) =>
          resolve({ isOk: error === null, said: stdout + stderr }),
        )
      })
    },
    async stop() {
      process.off('exit', end)
      end()
      await exited
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** The first process of the machine, whose namespaces are its own. */
const firstInside = ({ pid }: ChildProcess): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
