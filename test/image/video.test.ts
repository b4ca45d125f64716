// Tests reading real videos: every container, every orientation, and everything that must be refused.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Film,
  repacked,
  still,
  turned,
  videoOf,
  written,
} from '../../specimens/kit/films/video-maker.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { isOldFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import { readVideo, type VideoLimits } from '../../src/image/video/video.ts'

const limits: VideoLimits = {
  program: '',
  shortestMs: 1000,
  longestMs: 60_000,
  maxMegapixels: 9,
  timeoutMs: 60_000,
}
const sampling = { perSecond: 10, most: 150, longestSide: 640 }

/** Red is above, blue below, and green to the right of a moving line, so that the orientation can be seen. */
const flag =
  (width: number, height: number): Film =>
  (share) => {
    const data = new Uint8Array(3 * width * height)
    for (let at = 0, i = 0; at < data.length; at += 3, i++) {
      const isRight = i % width > width * (0.5 + 0.4 * share)
      data[at + (isRight ? 1 : i < (width * height) / 2 ? 0 : 2)] = 200
    }
    return { width, height, data }
  }

const colourAt = ({ width, data }: Pixels, x: number, y: number): 'red' | 'green' | 'blue' => {
  const channels = [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)]
  return (['red', 'green', 'blue'] as const)[channels.indexOf(Math.max(...channels))] ?? 'red'
}

async function read(bytes: Uint8Array, differently: Partial<VideoLimits> = {}) {
  const pictures: Pixels[] = []
  const reading = await readVideo(bytes, { ...limits, ...differently }, sampling, async (pixels) => {
    pictures.push(pixels)
  })
  return { reading, pictures }
}

async function faultOf(bytes: Uint8Array, differently: Partial<VideoLimits> = {}): Promise<string> {
  const { reading } = await read(bytes, differently)
  if ('fault' in reading) return reading.fault
  throw new Error('it was read')
}

const film = flag(192, 128)
const mp4 = videoOf(film, 2, 'mp4')

describe('each container', () => {
  test.each<[string, string, string, () => Buffer]>([
    ['MP4 with its index at the end', 'mp4', 'h264', () => mp4],
    ['MP4 with its index first', 'mp4', 'h264', () => repacked(mp4, 'mp4', ['-movflags', '+faststart'])],
    [
      'MP4 in fragments',
      'mp4',
      'h264',
      () => repacked(mp4, 'mp4', ['-movflags', 'frag_keyframe+empty_moov']),
    ],
    [
      'MP4 of H.265',
      'mp4',
      'hevc',
      () => videoOf(film, 2, 'mp4', ['-c:v', 'libx265', '-x265-params', 'log-level=none']),
    ],
    ['MOV', 'mov', 'h264', () => videoOf(film, 2, 'mov')],
    ['WebM of VP8', 'webm', 'vp8', () => videoOf(film, 2, 'webm', ['-c:v', 'libvpx', '-b:v', '1M'])],
    [
      'WebM of VP9',
      'webm',
      'vp9',
      () => videoOf(film, 2, 'webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime']),
    ],
    [
      'WebM as a browser streams it',
      'webm',
      'vp8',
      () => videoOf(film, 2, 'webm', ['-c:v', 'libvpx', '-live', '1', '-b:v', '1M']),
    ],
    ['3GP', '3gp', 'h263', () => videoOf(flag(176, 144), 2, '3gp', ['-c:v', 'h263'])],
    ['AVI of MPEG-4', 'avi', 'mpeg4', () => videoOf(film, 2, 'avi', ['-c:v', 'mpeg4'])],
    [
      'AVI of JPEG pictures',
      'avi',
      'mjpeg',
      () => videoOf(film, 2, 'avi', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']),
    ],
  ])('%s', async (_name, container, codec, make) => {
    const { reading, pictures } = await read(make())
    if ('fault' in reading) throw new Error(reading.fault)
    expect(reading.video).toMatchObject({ container, codec })
    expect(reading.video.durationMs).toBeGreaterThan(1900)
    expect(reading.video.durationMs).toBeLessThan(2100)
    expect(pictures).toHaveLength(reading.timesMs.length)
    expect(pictures.length).toBeGreaterThanOrEqual(18)
    expect(pictures.length).toBeLessThanOrEqual(27)
    expect(reading.timesMs).toEqual(reading.timesMs.toSorted((a, b) => a - b))
    expect(reading.timesMs.at(-1)).toBeGreaterThan(1800)
    const [first, last] = [pictures[0] as Pixels, pictures.at(-1) as Pixels]
    const { width, height } = first
    expect(colourAt(first, 5, 5)).toBe('red')
    expect(colourAt(first, 5, height - 5)).toBe('blue')
    expect(colourAt(first, Math.round(width * 0.7), 5)).toBe('green')
    expect(colourAt(last, Math.round(width * 0.7), 5)).toBe('red')
  })
})

describe('how it was held', () => {
  test.each([
    [90, 'blue', 'red', 'green'],
    [180, 'green', 'blue', 'green'],
    [270, 'green', 'green', 'red'],
  ] as const)('to be turned by %i degrees, it comes upright', async (degrees, ...corners) => {
    const { reading, pictures } = await read(turned(videoOf(film, 1.2, 'mov'), degrees))
    if ('fault' in reading) throw new Error(reading.fault)
    const [width, height] = degrees === 180 ? [192, 128] : [128, 192]
    expect(reading.video).toMatchObject({ container: 'mov', width, height })
    const first = pictures[0] as Pixels
    expect([first.width, first.height]).toEqual([width, height])
    const seen = [colourAt(first, 5, 5), colourAt(first, width - 5, 5), colourAt(first, 5, height - 5)]
    expect(seen).toEqual(corners)
  })

  test('pixels that are not square are made so', async () => {
    const { reading, pictures } = await read(videoOf(film, 1.2, 'mp4', ['-vf', 'setsar=2/1']))
    if ('fault' in reading) throw new Error(reading.fault)
    expect([reading.video.width, reading.video.height]).toEqual([384, 128])
    expect(pictures[0]).toMatchObject({ width: 384, height: 128 })
  })

  test('large ones are shrunk, and of long ones fewer pictures are taken', async () => {
    const source = 'color=red:size=960x540:rate=8:duration=40'
    const long = written(['-f', 'lavfi', '-i', source], 'mp4', ['-preset', 'ultrafast'])
    const { reading, pictures } = await read(long)
    if ('fault' in reading) throw new Error(reading.fault)
    expect(pictures[0]).toMatchObject({ width: 640, height: 360 })
    expect(pictures.length).toBeGreaterThan(100)
    expect(pictures.length).toBeLessThanOrEqual(200)
    expect(reading.timesMs.at(-1)).toBeGreaterThan(39_000)
  })
})

describe('refused', () => {
  const head = (start: string) => Buffer.from(start, 'latin1')
  const secret = 'file:///etc/passwd'

  test.each<[string, RegExp, () => Uint8Array]>([
    ['nothing', /is empty/, () => Buffer.of()],
    ['noise', /not a video/, () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251))],
    ['a picture', /is a picture/, () => head('\xff\xd8\xff\xe0').subarray()],
    ['a list of files', /not a video/, () => head(`ffconcat version 1.0\nfile ${secret}\n`)],
    ['a playlist', /not a video/, () => head(`#EXTM3U\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`)],
    [
      'a playlist behind the name of a video',
      /damaged/,
      () => head(`\0\0\0\x18ftypisom\n#EXTM3U\n${secret}\n`),
    ],
    [
      'a description of a stream',
      /not a video/,
      () => head('v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 96\r\n'),
    ],
    ['half, its index lost', /damaged/, () => mp4.subarray(0, mp4.length / 2)],
    [
      'half, its index first',
      /damaged/,
      () => {
        const whole = repacked(videoOf(film, 6, 'mp4', ['-b:v', '2M']), 'mp4', ['-movflags', '+faststart'])
        return whole.subarray(0, whole.length / 2)
      },
    ],
    ['only sound', /no video stream/, () => written(['-f', 'lavfi', '-i', 'sine=duration=2'], 'mp4')],
    [
      'a picture as the cover of sound',
      /is a sound|no video stream/,
      () => written(['-f', 'lavfi', '-i', 'sine=duration=2'], 'm4a'),
    ],
    ['a moment', /shorter than 1 s/, () => videoOf(film, 0.2, 'mp4')],
    [
      'one over the time',
      /longer than 60 s/,
      () => written(['-f', 'lavfi', '-i', 'color=size=64x64:rate=5:duration=62'], 'mp4'),
    ],
    ['another codec', /is coded as/, () => videoOf(film, 1.5, 'avi', ['-c:v', 'ffv1'])],
  ])('%s', async (_name, fault, make) => {
    expect(await faultOf(make())).toMatch(fault)
  })

  test('pictures that are too large', async () => {
    const { reading } = await read(mp4, { maxMegapixels: 0.02 })
    expect(reading).toEqual({ fault: 'is 192 x 128 pixels, more than 0.02 megapixels', tooLarge: true })
  })

  test('everything, where there is no ffmpeg', async () => {
    const { reading } = await read(mp4, { program: '/nowhere/ffmpeg' })
    expect(reading).toMatchObject({ noProgram: true })
  })

  test('everything, where ffmpeg does not run: the video is not to blame', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const program = join(folder, 'ffmpeg')
    writeFileSync(program, '#!/nowhere/shell\n', { mode: 0o755 })
    const { reading } = await read(mp4, { program })
    expect(reading).toEqual({ fault: expect.stringMatching(/does not run/), noProgram: true })
  })
})

describe('a file made of two', () => {
  test('is only what its first bytes say', async () => {
    const { reading } = await read(Buffer.concat([mp4, Buffer.from('#EXTM3U\nfile:///etc/passwd\n')]))
    expect(reading).toMatchObject({ video: { container: 'mp4' } })
    expect(await faultOf(Buffer.concat([Buffer.from('#EXTM3U\n'), mp4]))).toMatch(/not a video/)
  })
})

test('nothing of it lies under a name while it is read', async () => {
  const named = new Set<string>()
  const { reading } = await read(mp4)
  expect(reading).toHaveProperty('video')
  await readVideo(mp4, limits, sampling, async () => {
    for (const folder of ['/dev/shm', tmpdir()])
      for (const name of readdirSync(folder)) if (/^selfsame-[0-9a-f-]{36}$/.test(name)) named.add(name)
  })
  expect([...named]).toEqual([])
})

test('an error while a picture is looked at ends the reading', async () => {
  const failing = readVideo(videoOf(still(film(0)), 2, 'mp4'), limits, sampling, async () => {
    throw new Error('cannot look')
  })
  await expect(failing).rejects.toThrow('cannot look')
})

test.each([
  [
    'ffmpeg version 4.1.4-static https://johnvansickle.com/ffmpeg/  Copyright (c) 2000-2019 the FFmpeg developers',
    true,
  ],
  ['ffmpeg version 4.3.8-0+deb11u1 Copyright (c) 2000-2024 the FFmpeg developers', true],
  ['ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021 the FFmpeg developers', false],
  ['ffmpeg version 5.1.6-0+deb12u1 Copyright (c) 2000-2024 the FFmpeg developers', false],
  ['ffmpeg version n7.0-7-gd38bf5e08e-20240407 Copyright (c) 2000-2024 the FFmpeg developers', false],
  ['ffmpeg version 10.2 Copyright (c) 2000-2030 the FFmpeg developers', false],
  ['ffmpeg version N-92722-gf22fcd4483 Copyright (c) 2000-2018 the FFmpeg developers', true],
  ['ffmpeg version N-117000-g1234567890 Copyright (c) 2000-2024 the FFmpeg developers', false],
  ['', true],
])('%s is old: %s', (version, isOld) => {
  expect(isOldFfmpeg(version)).toBe(isOld)
})
