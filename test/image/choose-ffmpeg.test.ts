// Tests which ffmpeg is taken: the packages' before the machine's, the first that decodes, an old one last.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chooseFfmpeg } from '../../src/image/video/choose-ffmpeg.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'

const sound = findFfmpeg('') ?? ''

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

function script(...lines: string[]): string {
  const path = join(folder(), 'ffmpeg')
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  return path
}

const saying = (version: string, list: string) =>
  script(`case "$*" in *-decoders*) echo "${version}" >&2; ${list}; exit;; esac`, `exec ${sound} "$@"`)

describe('of several the first that decodes is taken', () => {
  test('and those before it are named with what is wrong', async () => {
    const broken = script('echo "libblas.so.3: cannot open shared object file" >&2', 'exit 127')
    const { chosen, refused } = await chooseFfmpeg(['/nowhere/ffmpeg', broken, sound, '/not/asked'])
    expect(chosen).toMatchObject({ path: sound, isOld: false, lacks: [] })
    expect(refused.map(({ path }) => path)).toEqual(['/nowhere/ffmpeg', broken])
    expect(refused[0]?.fault).toMatch(/ENOENT/)
  })

  test('not one that starts and decodes nothing', async () => {
    const idle = script('echo "ffmpeg version 7.1" >&2')
    const { chosen, refused } = await chooseFfmpeg([idle, sound])
    expect(chosen?.path).toBe(sound)
    expect(refused).toMatchObject([{ path: idle, fault: expect.stringMatching(/video of H\.264/) }])
  })

  test('an old one only where there is no other', async () => {
    const old = saying('ffmpeg version 4.1.4 Copyright (c) 2000-2019 the FFmpeg developers', 'true')
    expect((await chooseFfmpeg([old, sound])).chosen?.path).toBe(sound)
    expect((await chooseFfmpeg([old])).chosen).toMatchObject({ path: old, isOld: true })
  })

  test('and what it cannot decode of what phones send is told', async () => {
    const poor = saying('ffmpeg version 7.1', 'echo " V....D h264   H.264"; echo " V....D vp8   On2 VP8"')
    expect((await chooseFfmpeg([poor])).chosen).toMatchObject({ lacks: ['hevc', 'vp9'] })
  })

  test('none, where none decodes', async () => {
    expect(await chooseFfmpeg([])).toEqual({ refused: [] })
    expect((await chooseFfmpeg(['/nowhere/ffmpeg'])).chosen).toBeUndefined()
  })
})

test("that of our packages is tried before the machine's", () => {
  const own = folder()
  copyFileSync('/bin/false', join(own, 'ffmpeg'))
  const url = new URL('../../src/image/video/find-ffmpeg.ts', import.meta.url).href
  const listed = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `console.log(JSON.stringify((await import('${url}')).ffmpegCandidates('')))`,
    ],
    { env: { PATH: own }, encoding: 'utf8' },
  )
  expect(JSON.parse(listed)).toEqual([expect.stringMatching(/node_modules/), join(own, 'ffmpeg')])
})
