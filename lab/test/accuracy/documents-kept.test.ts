// Tests photographs kept between runs: drawn once, found again, and never half a file.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { prepare } from '../../accuracy/documents/shots.ts'
import { digestOfSources, keptPicture, openIndex } from '../../kit/kept-photographs.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'selfsame-kept-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe('a picture', () => {
  test('is drawn when it is missing, and not again', async () => {
    const [at, bytes] = [folder(), Uint8Array.of(1, 2, 3)]
    const first = await keptPicture(at, 'one.jpg', async () => bytes)
    const second = await keptPicture(at, 'one.jpg', async () => Promise.reject(new Error('drawn again')))
    expect([first.drawn, second.drawn]).toEqual([true, false])
    expect([...readFileSync(second.file)]).toEqual([...bytes])
  })

  test('that could not be drawn leaves nothing behind', async () => {
    const at = folder()
    await expect(
      keptPicture(at, 'one.jpg', async () => Promise.reject(new Error('no such side'))),
    ).rejects.toThrow('no such side')
    expect(readdirSync(at)).toEqual([])
  })

  test('is another when anything in it is', () => {
    const shot = { kind: 'cccd-chip', side: 'front', seed: 7, level: 'photo', sceneSeed: 7 } as const
    const digests = [
      prepare(shot),
      prepare({ ...shot, seed: 8 }),
      prepare({ ...shot, sceneSeed: 8 }),
      prepare({ ...shot, level: 'bad' }),
      prepare({ ...shot, side: 'back' }),
      prepare({ ...shot, breaks: 'sex-digit' }),
      prepare({ ...shot, defect: 'covered' }),
    ].map(({ digest }) => digest)
    expect(new Set(digests).size).toBe(digests.length)
    expect(prepare(shot).digest).toBe(digests[0])
  })
})

describe('the index', () => {
  test('is found again with the same sources only, and keeps what another run added', async () => {
    const at = folder()
    const [one, other] = [await openIndex<string>(at, 'a'), await openIndex<string>(at, 'a')]
    one.put('x', 'first')
    other.put('y', 'second')
    await one.save()
    await other.save()
    const again = await openIndex<string>(at, 'a')
    expect([again.get('x'), again.get('y')]).toEqual(['first', 'second'])
    expect((await openIndex<string>(at, 'b')).get('x')).toBeUndefined()
  })

  test('knows sources by what is in them', () => {
    const [one, other] = [digestOfSources(['lab/kit']), digestOfSources(['lab/kit/csv.ts'])]
    expect(one).toMatch(/^[0-9a-f]{16}$/)
    expect(digestOfSources(['lab/kit'])).toBe(one)
    expect(other).not.toBe(one)
  })
})
