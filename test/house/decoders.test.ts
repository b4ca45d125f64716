// Checks that untrusted bytes are decoded in workers only, because a hostile file can do harm where a decoder is loaded.
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

describe('the process that answers', () => {
  const byPath = new Map(sourceFiles('src').map((file) => [file.path, file]))
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const one of byPath.get(path)?.imports ?? []) if (!one.typeOnly) load(one.path)
  }
  load('src/cli.ts')

  test('loads no decoder and no network: untrusted bytes are decoded in workers only', () => {
    expect(loaded).toContain('src/workers/pool.ts')
    const onlyInWorkers = [
      'src/image/codes.ts',
      'src/image/decode/image.ts',
      'src/image/decode/heic.ts',
      'src/image/decode/jpeg2000.ts',
      'src/image/pdf/library.ts',
      'src/image/video/program.ts',
      'src/models/session.ts',
    ]
    expect(onlyInWorkers.filter((path) => loaded.has(path))).toEqual([])
  })
})
