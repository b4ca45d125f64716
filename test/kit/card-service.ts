// A card service of Debian (pcscd) with a virtual reader of its own (vsmartcard-vpcd), into which tests lay virtual cards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Card } from '../../specimens/chips/card/card.ts'
import { insert } from '../../specimens/chips/card/vpcd.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openPcscd } from '../../src/commands/chip/pcscd.ts'

const PROGRAM = '/usr/sbin/pcscd'
const TRIES = 5
const DRIVER = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so'

/** Tells whether there is a card service; without it tests are skipped on a desk, and fail in continuous integration. */
export function hasCardService(): boolean {
  if ([PROGRAM, DRIVER].every((path) => existsSync(path))) return true
  const reason = 'No card service: readers are not tried. apt-get install pcscd vsmartcard-vpcd'
  if (process.env.CI === 'true') throw new Error(reason)
  console.warn(reason)
  return false
}

export interface CardService {
  readonly socket: string
  readonly reader: string
  /** Lays a card on the reader, and gives what takes it away again. */
  lay(card: Card): () => void
  stop(): Promise<void>
}

/** Again on another port where the driver did not get its own: a closed socket stays open in a fork of this process. */
export async function openCardService(): Promise<CardService> {
  for (let tries = 0; tries < TRIES; tries++) {
    const service = await started(await freePort())
    const asked = await openPcscd(service.socket)
    const readers = await asked.readers()
    asked.close()
    if (readers.length > 0) return service
    await service.stop()
  }
  throw new Error('The driver of the virtual reader got none of the ports')
}

async function started(port: number): Promise<CardService> {
  const folder = temporaryFolder()
  const socket = join(folder.path, 'pcscd.comm')
  const reader = 'Virtual Counter'
  const row = {
    FRIENDLYNAME: `"${reader}"`,
    DEVICENAME: `/dev/null:${port}`,
    LIBPATH: DRIVER,
    CHANNELID: port,
  }
  const config = join(folder.path, 'reader.conf')
  writeFileSync(
    config,
    Object.entries(row)
      .map((line) => `${line.join(' ')}\n`)
      .join(''),
  )
  // Its own socket is for the whole machine; one that it is handed, as by systemd, may lie anywhere.
  const listening = createServer().listen(socket)
  await once(listening, 'listening')
  const { fd } = (listening as unknown as { readonly _handle: { readonly fd: number } })._handle
  const start = `LISTEN_PID=$$ LISTEN_FDS=1 exec ${PROGRAM} --foreground --config ${config}`
  const service = spawn('sh', ['-c', start], { stdio: ['ignore', 'ignore', 'ignore', fd] })
  await once(service, 'spawn')
  const ended = once(service, 'exit')
  // Two would take turns in accepting. Closing takes the file of the socket away, so it has another name meanwhile.
  const aside = join(folder.path, 'aside')
  renameSync(socket, aside)
  await new Promise((resolve) => {
    listening.close(resolve)
  })
  renameSync(aside, socket)
  const cards = new Set<AbortController>()
  return {
    socket,
    reader,
    lay(card) {
      const held = new AbortController()
      cards.add(held)
      void laid(card, port, held.signal)
      return () => held.abort()
    },
    async stop() {
      for (const held of cards) held.abort()
      service.kill()
      await ended
      folder.remove()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The driver opens its port a moment after the service has started. A card that slips is laid back. */
async function laid(card: Card, port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isLaid = await insert(card, { host: '127.0.0.1', port }, signal).then(
      () => true,
      () => false,
    )
    // The driver looks twice a second; a card that is gone and back in between confuses it.
    await pause(isLaid ? 1500 : 50)
  }
}
