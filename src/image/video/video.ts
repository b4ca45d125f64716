// Reads untrusted videos with ffmpeg in a process of its own: what they are, and their pictures one by one.
import type { FileFault } from '../decode/header.ts'
import { latin1 } from '../decode/header.ts'
import type { Pixels } from '../pixels.ts'
import { withVideoFile } from './file.ts'
import { findFfmpeg, findLimiter } from './find-ffmpeg.ts'
import { type Errand, isNotStarted, runFfmpeg } from './program.ts'
import { readReport, readTimesMs, type VideoFacts } from './report.ts'

export interface VideoLimits {
  /** Path of ffmpeg; where it is empty, ffmpeg is searched. */
  readonly program: string
  readonly shortestMs: number
  readonly longestMs: number
  readonly maxMegapixels: number
  readonly timeoutMs: number
}

/** The number and size of the pictures that are wanted. */
export interface VideoSampling {
  readonly perSecond: number
  /** Limit of pictures; of longer videos fewer a second are taken. */
  readonly most: number
  readonly longestSide: number
}

export interface Video extends VideoFacts {
  readonly container: VideoContainer['name']
  /** Size and rate per second of the pictures that are taken. */
  readonly takenWidth: number
  readonly takenHeight: number
  readonly takenPerSecond: number
  /** Approximate number of pictures that are taken. */
  readonly takenPictures: number
}

export type VideoFault = FileFault & { readonly noProgram?: true }

type VideoReading =
  | { readonly video: Video /** Of each picture that was taken. */; readonly timesMs: readonly number[] }
  | VideoFault

/** Called with one upright picture after the other, and awaited; `index` counts them. */
type TakePicture = (pixels: Pixels, index: number, video: Video) => Promise<void>

const NO_PROGRAM: VideoFault = {
  fault: 'cannot be read here: this server has no ffmpeg',
  noProgram: true,
}
const NOT_STARTED: VideoFault = {
  fault: 'cannot be read here: the ffmpeg of this server does not run',
  noProgram: true,
}
const DAMAGED: FileFault = { fault: 'is cut off or damaged' }
const NO_PICTURES: FileFault = { fault: 'holds no video stream' }

/** The native decoders of ffmpeg, and those for AV1 which it borrows. */
const DECODERS = 'h264,hevc,vp8,vp9,av1,libdav1d,libaom-av1,mpeg4,h263,mjpeg'
const codecs = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4', 'h263', 'mjpeg']
/** A sound track may be longer than the pictures by so much. */
const MOST_MISSING_MS = 1000
const MOST_MISSING_SHARE = 0.2
/** Pictures that cannot be decoded are left out; of a sound file hardly any. An uneven pace leaves fewer too. */
const LEAST_DECODED_SHARE = 0.5
const SHORTEST_SIDE = 16
/** Pictures a second: phones take 240 at most, slowed down afterwards, and 60 of the largest. */
const MOST_PER_SECOND = 240
const MOST_LARGE_PER_SECOND = 60
/** Reading the list of packets takes a second; a file of thousands of streams may take a minute. */
const PROBE_MS = 10_000

export async function readVideo(
  bytes: Uint8Array,
  limits: VideoLimits,
  sampling: VideoSampling,
  take: TakePicture,
  giveWay: () => Promise<void> = async () => {},
): Promise<VideoReading> {
  const program = findFfmpeg(limits.program)
  if (program === undefined) return NO_PROGRAM
  if (findLimiter() === undefined) return NOT_STARTED
  const container = videoContainerOf(bytes)
  if ('fault' in container) return container
  return withVideoFile(bytes, async ({ path, descriptor }) => {
    const errand = (more: readonly string[]): Errand => ({
      program,
      descriptor,
      arguments: [...opening(path, container, limits), ...more],
      timeoutMs: limits.timeoutMs,
      giveWay,
    })
    const probing = { ...errand(counting(limits)), timeoutMs: Math.min(PROBE_MS, limits.timeoutMs) }
    const facts = await probe(probing)
    if ('fault' in facts) return facts
    const refused = faultOf(facts, limits)
    if (refused) return refused
    const video = { ...facts, container: container.name, ...plan(facts, sampling) }
    return decode(errand(sampled(video)), video, take)
  })
}

/** The reader is forced, only files may be opened, and of decoders only those named. */
function opening(path: string, { reader }: VideoContainer, { maxMegapixels }: VideoLimits): string[] {
  // biome-ignore format: an option stands beside its value
  return [
    '-nostdin', '-hide_banner', '-nostats', '-threads', '1', '-protocol_whitelist', 'file',
    '-codec_whitelist', DECODERS, '-max_pixels', String(Math.ceil(maxMegapixels * 1e6)),
    '-f', reader, '-i', path, '-map', '0:V:0', '-an', '-sn', '-dn',
  ]
}

/** Prints one line a packet and decodes nothing; it reads a little past the limit to see whether there is more. */
// biome-ignore format: an option stands beside its value
const counting = ({ longestMs }: VideoLimits): string[] => [
  '-c', 'copy', '-t', String(longestMs / 1000 + 2), '-f', 'framecrc', 'pipe:1',
]

async function probe(errand: Errand): Promise<VideoFacts | VideoFault> {
  const lines: Buffer[] = []
  const ended = await runFfmpeg(errand, (chunk) => void lines.push(chunk))
  if (isNotStarted(ended)) return NOT_STARTED
  const { code, said } = ended
  if (/matches no streams/.test(said)) return NO_PICTURES
  const facts = readReport(Buffer.concat(lines).toString('latin1'), said)
  return code !== 0 || !facts || facts.pictures === 0 ? DAMAGED : facts
}

function faultOf(facts: VideoFacts, limits: VideoLimits): FileFault | undefined {
  const { codec, width, height, durationMs, announcedMs = 0 } = facts
  if (!codecs.includes(codec)) return { fault: `is coded as ${codec}; ${codecs.join(', ')} can be read` }
  const size = `is ${width} x ${height} pixels`
  if (width * height > limits.maxMegapixels * 1e6)
    return { fault: `${size}, more than ${limits.maxMegapixels} megapixels`, tooLarge: true }
  if (Math.min(width, height) < SHORTEST_SIDE)
    return { fault: `${size}, too small: each side must have at least ${SHORTEST_SIDE}` }
  if (Math.max(durationMs, announcedMs) > limits.longestMs + MOST_MISSING_MS)
    return { fault: `is longer than ${limits.longestMs / 1000} s` }
  if (announcedMs - durationMs > Math.max(MOST_MISSING_MS, MOST_MISSING_SHARE * announcedMs)) return DAMAGED
  if (durationMs < limits.shortestMs) return { fault: `is shorter than ${limits.shortestMs / 1000} s` }
  const largest = (MOST_LARGE_PER_SECOND * limits.maxMegapixels * 1e6) / (width * height)
  const most = Math.ceil((Math.min(MOST_PER_SECOND, largest) * Math.max(durationMs, 1000)) / 1000)
  if (facts.pictures > most) return { fault: `has ${facts.pictures} pictures, more than ${most} in its time` }
  return undefined
}

/** Where the rate of the video is no multiple of the wanted one, rather a few more pictures are taken than many fewer. */
const EARLY = 0.75

function plan(facts: VideoFacts, { perSecond, most, longestSide }: VideoSampling) {
  const { width, height, durationMs, pictures } = facts
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const takenPerSecond = Math.min(perSecond, (1000 * most) / durationMs)
  const everyNth = Math.ceil((EARLY / takenPerSecond) * (pictures / (durationMs / 1000)))
  return {
    takenWidth: Math.max(1, Math.round(width * scale)),
    takenHeight: Math.max(1, Math.round(height * scale)),
    takenPerSecond,
    takenPictures: Math.ceil(pictures / Math.max(1, everyNth)),
  }
}

/** A video that turns or changes its size on the way is fitted into the size it began with. */
function sampled({ takenWidth: width, takenHeight: height, takenPerSecond, pixelAspect }: Video): string[] {
  const apart = EARLY / takenPerSecond
  const filters = [
    `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${apart})'`,
    ...(pixelAspect === 1 ? [] : ["scale='iw*sar':ih", 'setsar=1']),
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    'format=rgb24',
    'showinfo',
    // Pictures are renumbered evenly, so that none is doubled or dropped.
    'setpts=N/10/TB',
  ]
  return ['-vf', filters.join(','), '-r', '10', '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1']
}

async function decode(errand: Errand, video: Video, take: TakePicture): Promise<VideoReading> {
  const { takenWidth: width, takenHeight: height } = video
  let data = new Uint8Array(3 * width * height)
  let [filled, taken] = [0, 0]
  const { said } = await runFfmpeg(errand, async (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + data.length - filled)
      data.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < data.length) continue
      await take({ width, height, data }, taken++, video)
      data = new Uint8Array(3 * width * height)
      filled = 0
    }
  })
  if (/no decoder found|Decoder \(codec \w+\) not found/i.test(said))
    return { fault: `is coded as ${video.codec}, which the ffmpeg of this server cannot decode` }
  if (taken < LEAST_DECODED_SHARE * video.takenPictures) return DAMAGED
  const timesMs = readTimesMs(said)
  const spacingMs = 1000 / video.takenPerSecond
  return { video, timesMs: Array.from({ length: taken }, (_, i) => timesMs[i] ?? i * spacingMs) }
}

interface VideoContainer {
  readonly name: 'mp4' | 'mov' | '3gp' | 'webm' | 'avi'
  /** ffmpeg must use this demuxer, so that no file can choose one that opens other files, such as a playlist. */
  readonly reader: 'mov' | 'matroska' | 'avi'
}

const NO_VIDEO: FileFault = { fault: 'is not a video that can be read: MP4, MOV, WebM, 3GP or AVI' }

const starts: readonly (readonly [start: RegExp, container: VideoContainer])[] = [
  [/^\0\0..ftypqt {2}/s, { name: 'mov', reader: 'mov' }],
  [/^\0\0..ftyp3g[2egprs]/s, { name: '3gp', reader: 'mov' }],
  [/^\0\0..ftyp/s, { name: 'mp4', reader: 'mov' }],
  // QuickTime before it had `ftyp`.
  [/^....(wide|mdat|moov)/s, { name: 'mov', reader: 'mov' }],
  // EBML begins so, and says soon after what kind of document it is.
  [/^.E\xdf\xa3.{1,60}B\x82.(webm|matroska)/s, { name: 'webm', reader: 'matroska' }],
  [/^RIFF....AVI LIST/s, { name: 'avi', reader: 'avi' }],
]

const others: readonly (readonly [start: RegExp, what: string])[] = [
  [/^\0\0..ftyp(mif1|msf1|hei[cxms]|hev[cxms]|avi[fs]|crx )/s, 'a picture'],
  [/^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|BM)/s, 'a picture'],
  [/^(\0\0..ftypM4[ABP] |ID3|OggS|fLaC|RIFF....WAVE)/s, 'a sound'],
  [/^%PDF-/, 'a PDF'],
]

function videoContainerOf(bytes: Uint8Array): VideoContainer | FileFault {
  if (bytes.byteLength === 0) return { fault: 'is empty' }
  const start = latin1(bytes, 0, 128)
  const what = others.find(([pattern]) => pattern.test(start))?.[1]
  if (what) return { fault: `is ${what}; MP4, MOV, WebM, 3GP and AVI can be read` }
  return starts.find(([pattern]) => pattern.test(start))?.[1] ?? NO_VIDEO
}
