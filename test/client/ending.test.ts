// Tests that an aborted call ends at once in any state, and that upload progress is reported correctly.
import { afterEach, describe, expect, test } from 'vitest'
import { createClientIn } from '../../client/src/client.ts'
import { type ClientOptions, createClient } from '../../client/src/index.ts'
import { wait } from '../../client/src/retry.ts'
import {
  hangs,
  heldWorld,
  type Misbehaving,
  misbehaving,
  type Reaction,
  refuses,
  succeeds,
} from './misbehaving.ts'

const MIB = 1024 * 1024
const opened: Misbehaving[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.stop()
})

async function serving(...reactions: readonly Reaction[]): Promise<Misbehaving> {
  const server = await misbehaving(...reactions)
  opened.push(server)
  return server
}
const optionsFor = ({ url }: Misbehaving): ClientOptions => ({ baseUrl: url, name: 'acme', password: 'x' })
const gaveUp = new Error('the person went away')

describe('ended', () => {
  test('before it begins, nothing is sent', async () => {
    const server = await serving(succeeds)
    const signal = AbortSignal.abort(gaveUp)
    await expect(createClient(optionsFor(server)).organisation({ signal })).rejects.toBe(gaveUp)
    expect(server.came).toEqual([])
  })

  test('while a file is still being read, nothing is sent', async () => {
    const server = await serving(succeeds)
    const ending = new AbortController()
    class SlowBlob extends Blob {
      override async arrayBuffer(): Promise<ArrayBuffer> {
        ending.abort(gaveUp)
        return super.arrayBuffer()
      }
    }
    const call = createClient(optionsFor(server)).readMrz(
      { content: new SlowBlob(['abc']) },
      { signal: ending.signal },
    )
    await expect(call).rejects.toBe(gaveUp)
    expect(server.came).toEqual([])
  })

  test.each([false, true])(
    'while it is sent, the server sees it go (progress reported: %s)',
    async (reportsProgress) => {
      const ending = new AbortController()
      const begun = Promise.withResolvers<void>()
      const gone = Promise.withResolvers<void>()
      const { createServer } = await import('node:http')
      const stuck = createServer((request) => {
        begun.resolve()
        request.resume()
        request.on('close', () => gone.resolve())
      })
      await new Promise<void>((resolve) => stuck.listen(0, '127.0.0.1', resolve))
      const { port } = stuck.address() as { port: number }
      const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, name: 'a', password: 'b' })
      const call = client.verifyVideo(
        { file: new Blob([new Uint8Array(32 * MIB)]) },
        { signal: ending.signal, ...(reportsProgress && { onProgress: () => {} }) },
      )
      await begun.promise
      ending.abort(gaveUp)
      await expect(call).rejects.toBe(gaveUp)
      await gone.promise
      stuck.closeAllConnections()
      await new Promise((resolve) => stuck.close(resolve))
    },
  )

  test('while it waits for the answer', async () => {
    const server = await serving(hangs)
    const ending = new AbortController()
    const call = createClient(optionsFor(server)).organisation({ signal: ending.signal })
    await expect.poll(() => server.came.length).toBe(1)
    ending.abort(gaveUp)
    await expect(call).rejects.toBe(gaveUp)
  })

  test('while the answer comes', async () => {
    const ending = new AbortController()
    const server = await serving((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"message"', () => ending.abort(gaveUp))
    })
    const call = createClient(optionsFor(server)).organisation({ signal: ending.signal })
    await expect(call).rejects.toBe(gaveUp)
  })

  test('between two tries, however long the pause', async () => {
    const server = await serving(refuses(503, { 'retry-after': '25' }), succeeds)
    const ending = new AbortController()
    const world = {
      ...heldWorld(),
      wait: (ms: number, signal: AbortSignal | undefined) => {
        const waited = wait(ms, signal)
        ending.abort(gaveUp)
        return waited
      },
    }
    const call = createClientIn(world, optionsFor(server)).organisation({ signal: ending.signal })
    await expect(call).rejects.toBe(gaveUp)
    expect(server.came).toHaveLength(1)
  })

  test('after it was answered, nothing happens', async () => {
    const server = await serving(succeeds)
    const ending = new AbortController()
    await createClient(optionsFor(server)).organisation({ signal: ending.signal })
    ending.abort(gaveUp)
  })
})

describe('progress', () => {
  async function upload(
    reactions: readonly Reaction[],
    send: (
      client: ReturnType<typeof createClient>,
      onProgress: (sent: number, total: number) => void,
    ) => Promise<unknown>,
  ) {
    const server = await serving(...reactions)
    const progress: [sent: number, total: number][] = []
    const world = heldWorld()
    const client = createClientIn(world, optionsFor(server))
    await send(client, (sent, total) => progress.push([sent, total]))
    return { progress, came: server.came }
  }

  test.each(['json', 'form'] as const)(
    'of %s goes from nothing to the very bytes that arrive',
    async (kind) => {
      const file = new Blob([new Uint8Array(3 * MIB)])
      const { progress, came } = await upload([succeeds], (client, onProgress) =>
        kind === 'json'
          ? client.readMrz({ content: file }, { onProgress })
          : client.verifyVideo({ file }, { onProgress }),
      )
      const arrived = came[0]?.body.length ?? 0
      expect(arrived).toBeGreaterThan(3 * MIB)
      expect(progress[0]).toEqual([0, arrived])
      expect(progress.at(-1)).toEqual([arrived, arrived])
      expect(progress.length).toBeGreaterThan(3)
      const sent = progress.map(([bytes]) => bytes)
      expect(sent).toEqual(sent.toSorted((a, b) => a - b))
      // The server reserves memory by this length before it reads.
      expect(came[0]?.headers['content-length']).toBe(String(arrived))
      expect(came[0]?.headers['transfer-encoding']).toBeUndefined()
    },
  )

  test('starts again with each try, and the second try carries all of it', async () => {
    const file = new Blob([new Uint8Array(MIB)])
    const { progress, came } = await upload([refuses(503), succeeds], (client, onProgress) =>
      client.verifyVideo({ file }, { onProgress }),
    )
    expect(progress.filter(([sent]) => sent === 0)).toHaveLength(2)
    expect(came[1]?.body.equals(came[0]?.body ?? Buffer.of())).toBe(true)
  })
})
