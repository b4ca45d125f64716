// Attacks from within a worker: a decoder that was taken over tries to reach the key, the data, the network and programs.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Attempts, needs } from '../../specimens/kit/cage/breakout.ts'
import { namespacesAllowed, withoutNamespaces, withoutWalls } from '../../specimens/kit/cage/namespaces.ts'
import { serve } from '../faults/starts/refused-start.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { type Attack, fell, heldUnless, notTried, type Outcome } from './attack.ts'

const SCRIPT = fileURLToPath(new URL('../../specimens/kit/cage/breakout.ts', import.meta.url))
const seeAlso = ['test/workers/cage.test.ts']

/** In a process of its own, which what does not hold may harm. */
async function breakOut(mode: string, around: readonly string[]): Promise<Outcome> {
  const folder = temporaryFolder('cage')
  try {
    const [program = '', ...rest] = [...around, process.execPath, SCRIPT, folder.path, mode]
    const { stdout } = await promisify(execFile)(program, rest, { maxBuffer: 2 ** 24 })
    const { sandbox, outcomes } = JSON.parse(stdout) as Attempts
    const failed = needs.filter((name) => !('fell' in (outcomes[name] ?? {})))
    if (failed.length > 0) return fell(`the worker cannot do its work: ${failed.join(', ')}`)
    const got = Object.keys(outcomes).filter(
      (name) => 'fell' in (outcomes[name] ?? {}) && !needs.includes(name),
    )
    const hasLocks = sandbox.layers.includes('landlock') && sandbox.layers.includes('seccomp')
    if (sandbox.state !== 'caged' && !hasLocks) return notTried(`this machine lacks: ${sandbox.lacking}`)
    const tried = Object.keys(outcomes).length - needs.length
    return heldUnless(got, `${tried} ways out tried, held by ${sandbox.layers.join(', ')}`)
  } finally {
    folder.remove()
  }
}

export const attacks: readonly Attack[] = [
  {
    name: 'worker-breakout',
    tries: 'a job reads key, database, memory and secrets, connects out, signals, starts a shell',
    seeAlso,
    run: async () =>
      namespacesAllowed
        ? await breakOut('whole', [])
        : notTried('the kernel of this machine forbids user namespaces'),
  },
  {
    name: 'worker-breakout-without-namespaces',
    tries: 'the same where the kernel forbids user namespaces',
    seeAlso,
    run: () => breakOut('auto', withoutNamespaces),
  },
  {
    name: 'worker-reads-keys',
    tries:
      'a start with default settings where neither namespaces nor Perl hide the master key from a worker',
    seeAlso: [...seeAlso, 'test/commands/serve.test.ts'],
    async run() {
      if (!namespacesAllowed) return notTried('the kernel of this machine forbids user namespaces')
      const folder = temporaryFolder('cage')
      try {
        const variables = { SELFSAME_DATA: join(folder.path, 'data'), SELFSAME_WORKERS: '1' }
        const { code, said } = await serve({ folder: folder.path, variables, around: withoutWalls })
        return heldUnless(
          code === 1 && /A worker could read the data folder/.test(said) ? [] : [`it ended with ${code}`],
          'the start was refused, and named what is open',
        )
      } finally {
        folder.remove()
      }
    },
  },
]
