// Defines jobs that try to leave a worker process, as a decoder would that was taken over by what it decodes.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A decoder has native code, which makes system calls by their numbers; so does Perl, where the cage has it. */
const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  x64: {
    ptrace: 101,
    process_vm_readv: 310,
    prlimit64: 302,
    unshare: 272,
    setsid: 112,
    chroot: 161,
    memfd_create: 319,
  },
  arm64: {
    ptrace: 117,
    process_vm_readv: 270,
    prlimit64: 261,
    unshare: 97,
    setsid: 157,
    chroot: 51,
    memfd_create: 279,
  },
}

/** What came of it: the words of the error when it held, and what was got when it fell. */
export type Outcome = { readonly held: string } | { readonly fell: string }

async function attempt(trying: () => unknown): Promise<Outcome> {
  try {
    return { fell: String(await trying()) }
  } catch (error) {
    return { held: (error as Error).message.split('\n')[0] ?? '' }
  }
}

function run(program: string, ...args: string[]): string {
  const { error, status, signal, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ended with ${signal ?? status}: ${stderr}`)
  return `${program} ran: ${stdout}`
}

/** A text among the arguments is Perl; `$text` and `$room` are there to be pointed to. */
function systemCall(perl: string, name: string, ...args: (number | string)[]): string {
  const call = [numbers[process.arch]?.[name], ...args].join(', ')
  const variables = `my ($text, $room) = ('/tmp', "\\0" x 16);`
  return run(perl, '-e', `${variables} my $r = syscall(${call}); $r == -1 ? die("$!\\n") : print "$r"`)
}

/** Two workers take these jobs, and none knows which of them it is. */
const otherOf = (pids: readonly number[]): number => pids.find((pid) => pid !== process.pid) ?? 0

export const jobs = {
  readFile: (path: string) => attempt(() => `${readFileSync(path).length} bytes`),
  listFolder: (path: string) => attempt(() => readdirSync(path).join(' ')),
  findInFolder: ({ folder, name }: { folder: string; name: string }) =>
    attempt(() => {
      if (readdirSync(folder).includes(name)) return name
      throw new Error(`${name} is not there`)
    }),
  writeFile: (path: string) => attempt(() => writeFileSync(path, 'changed')),
  readMemory: (pids: readonly number[]) =>
    attempt(() => {
      const pid = otherOf(pids)
      const [range = ''] = readFileSync(`/proc/${pid}/maps`, 'latin1').split(' ')
      const start = Number.parseInt(range, 16)
      return `${readSync(openSync(`/proc/${pid}/mem`, 'r'), Buffer.alloc(64), 0, 64, start)} bytes`
    }),
  readEnvironment: (pid: number) => attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1').length),
  signalOther: (pids: readonly number[]) => attempt(() => process.kill(otherOf(pids), 0)),
  signal: (pid: number) => attempt(() => process.kill(pid, 0)),
  signalOwnGroup: async () => attempt(() => process.kill(-process.pid, 0)),
  connect: (to: { port: number; host: string } | { path: string }) =>
    attempt(async () => {
      const socket = connect(to)
      try {
        await once(socket, 'connect')
      } finally {
        socket.destroy()
      }
    }),
  sendPacket: (port: number) =>
    attempt(async () => {
      const socket = createSocket('udp4')
      try {
        await new Promise<void>((sent, failed) => {
          socket.on('error', failed)
          socket.send('out', port, '127.0.0.1', (error) => (error ? failed(error) : sent()))
        })
      } finally {
        socket.close()
      }
    }),
  start: ([program, ...args]: [program: string, ...args: string[]]) => attempt(() => run(program, ...args)),
  /** Brings a program of its own along: here a copy of the one that runs it. */
  startOwn: () =>
    attempt(() => {
      const copy = join(tmpdir(), 'own-program')
      copyFileSync(process.execPath, copy)
      chmodSync(copy, 0o700)
      return run(copy, '--version')
    }),
  startNode: () => attempt(() => run(process.execPath, '--version')),
  /** Seizes, which does not stop the other where it succeeds. */
  attachToOther: ({ perl, pids }: { perl: string; pids: readonly number[] }) =>
    attempt(() => systemCall(perl, 'ptrace', 0x4206, otherOf(pids), 0, 0)),
  attach: ({ perl, pid }: { perl: string; pid: number }) =>
    attempt(() => systemCall(perl, 'ptrace', 0x4206, pid, 0, 0)),
  /** The remote address need not be right: whether one may read at all is asked first. */
  readByCall: ({ perl, pid }: { perl: string; pid: number }) =>
    attempt(() => {
      const script = `my $b = "\\0" x 8; my $l = pack('PQ', $b, 8); my $r = pack('QQ', 4096, 8); my $n = syscall(${numbers[process.arch]?.process_vm_readv}, ${pid}, $l, 1, $r, 1, 0); die("$!\\n") if $n == -1 && $! != 14; print 'allowed'`
      return run(perl, '-e', script)
    }),
  /** Only reads a limit: whether one may is the same question as for changing it. */
  limitOther: ({ perl, pid }: { perl: string; pid: number }) =>
    attempt(() => systemCall(perl, 'prlimit64', pid, 7, 0, '$room')),
  leaveGroup: (perl: string) =>
    attempt(() => run(perl, '-e', `syscall(${numbers[process.arch]?.setsid}) == -1 and die "$!\\n"`)),
  makeNamespace: (perl: string) => attempt(() => systemCall(perl, 'unshare', 0x1000_0000)),
  changeRoot: (perl: string) => attempt(() => systemCall(perl, 'chroot', '$text')),
  makeNamelessProgram: (perl: string) => attempt(() => systemCall(perl, 'memfd_create', '$text', 0)),
}
