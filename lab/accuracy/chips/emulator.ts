// Evaluates the chip reader on a card that others wrote: the ePass of Debian's vsmartcard-vpicc, over TCP as its reader.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Transceive } from '../../../client/src/chip/apdu.ts'
import { startReading } from '../../../client/src/chip/read-chip.ts'
import { cardNamed, passwordsOf } from '../../../specimens/chips/card/cards.ts'
import { joined } from '../../../specimens/chips/der.ts'
import { temporaryFolder } from '../../kit/installation.ts'
import type { Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'
import { ALL_FILES, chipFor, foreignFiles } from './reading.ts'

/** Debian's: other ones do not see its packages. */
const PYTHON = '/usr/bin/python3'
const PACKAGES = ['python3-virtualsmartcard', 'python3-pycryptodome']
const NEEDED = [
  '/usr/lib/python3/site-packages/virtualsmartcard',
  '/usr/lib/python3/dist-packages/Cryptodome',
]
const PROGRAM = fileURLToPath(new URL('vicc.py', import.meta.url))
const POWER_ON = Uint8Array.of(1)

const framed = (bytes: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes)

/** The side of the reader in the protocol of vpcd. */
function readerOn(socket: Socket): Transceive {
  let waiting: Uint8Array = new Uint8Array()
  const chunks = socket[Symbol.asyncIterator]()
  return async (bytes) => {
    socket.write(framed(bytes))
    for (;;) {
      const end = 2 + (waiting[0] ?? 0) * 256 + (waiting[1] ?? 0)
      if (waiting.length >= 2 && waiting.length >= end) {
        const answer = waiting.slice(2, end)
        waiting = waiting.subarray(end)
        return answer
      }
      const { value, done } = await chunks.next()
      if (done) throw new Error('the emulator has ended')
      waiting = joined(waiting, value as Uint8Array)
    }
  }
}

export async function evaluateEmulator(): Promise<Report> {
  const missing = [PYTHON, ...NEEDED].filter((path) => !existsSync(path))
  if (missing.length > 0)
    return report(0, 0, 1, `not installed: apt-get install ${PACKAGES.join(' ')} (no ${missing.join(', ')})`)
  const chip = await chipFor(cardNamed('bac'), { kind: 'passport', seed: 430 })
  const { com = new Uint8Array(), sod, groups } = chip.files
  const files = new Map([
    [0x011e, com],
    [0x011d, sod],
    ...[...groups].map(([n, bytes]) => [0x0100 + n, bytes] as const),
  ])
  const folder = temporaryFolder('vicc')
  const list = join(folder.path, 'files')
  const rows = [...files].map(
    ([name, bytes]) => `${name.toString(16)} ${Buffer.from(bytes).toString('hex')}\n`,
  )
  writeFileSync(list, rows.join(''))
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const come = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  const emulator = spawn(PYTHON, [PROGRAM, String(port), list], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(emulator, 'exit')
  try {
    const socket = await Promise.race([come, ended.then(() => undefined)])
    if (socket === undefined) return report(0, 0, 1, 'the emulator does not start')
    const [connection] = socket as [Socket]
    connection.write(framed(POWER_ON))
    const password = { mrz: passwordsOf(chip.holder).mrz }
    const content = await startReading({ password, files: ALL_FILES }).read(readerOn(connection))
    const foreign = foreignFiles(content, chip).length
    return report(
      Object.keys(content.files).length,
      foreign,
      0,
      `${content.accessProtocol}, ${files.size} files`,
    )
  } catch (error) {
    return report(0, 0, 1, String(error))
  } finally {
    emulator.kill()
    await ended
    server.close()
    folder.remove()
  }
}

const report = (read: number, foreign: number, failed: number, what: string): Report => ({
  tables: [
    {
      title: "The ePass of Debian's vsmartcard-vpicc, with the files of a specimen passport",
      columns: ['what', 'files read', 'not those of the chip'],
      rows: [[what, String(read), String(foreign)]],
    },
  ],
  plots: [],
  figures: { emulator: { what, read, foreign } },
  targets: [
    { name: 'chip_emulator_files_read', value: read, bound: 7, good: 'at least' },
    none('chip_emulator_foreign_files', foreign),
    none('chip_emulator_failed_or_not_installed', failed),
  ],
})
