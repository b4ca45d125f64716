// Tries each ffmpeg where it will run, on a second of video, and chooses the one that reads videos.
import { findLimiter, isOldFfmpeg, isScript } from './find-ffmpeg.ts'
import { askFfmpeg } from './program.ts'
import { readVideo } from './video.ts'

interface TriedFfmpeg {
  readonly path: string
  /** The first line that it says about itself; empty where it does not run. */
  readonly version: string
  readonly isOld: boolean
  /** Codecs of phones and browsers for which it has no decoder. */
  readonly lacks: readonly string[]
  /** Why a worker cannot read videos with it, and what to do; undefined where it can. */
  readonly fault?: string
}

export interface FfmpegChoice {
  /** The first that decodes; one that is old only where there is no other. */
  readonly chosen?: TriedFfmpeg
  readonly refused: readonly TriedFfmpeg[]
}

/** Run by a worker: a program that runs outside of the cage may not run in it. */
export async function chooseFfmpeg(candidates: readonly string[]): Promise<FfmpegChoice> {
  const tried: TriedFfmpeg[] = []
  for (const path of candidates) {
    const one = await tryOut(path)
    if (!one.fault && !one.isOld) return { chosen: one, refused: tried }
    tried.push(one)
  }
  const old = tried.find(({ fault }) => !fault)
  return { ...(old && { chosen: old }), refused: tried.filter((one) => one !== old) }
}

async function tryOut(path: string): Promise<TriedFfmpeg> {
  const { version, decoders, fault } = askFfmpeg(path)
  const lacks = ['hevc', 'vp8', 'vp9'].filter((codec) => !decoders.includes(codec))
  const tried = { path, version, isOld: isOldFfmpeg(version), lacks: fault ? [] : lacks }
  const why = fault ? whyNot(path, fault) : await whyUnread(path)
  return { ...tried, ...(why && { fault: why }) }
}

const whyNot = (path: string, said: string): string =>
  isScript(path)
    ? 'it is a script, and a caged worker has no shell to run it: set SELFSAME_FFMPEG to the program that the script starts, or leave it empty'
    : `${said}: a caged worker runs a program that needs nothing but itself and the libraries of the system; set SELFSAME_FFMPEG to such a one, or leave it empty`

async function whyUnread(program: string): Promise<string | undefined> {
  if (!findLimiter()) return 'there is no prlimit to limit it by: install util-linux'
  let pictures = 0
  const limits = { program, shortestMs: 500, longestMs: 2000, maxMegapixels: 1, timeoutMs: 10_000 }
  const sampling = { perSecond: 5, most: 5, longestSide: 32 }
  const reading = await readVideo(second, limits, sampling, async () => void pictures++)
  if ('fault' in reading) return `a video of H.264 in MP4 ${reading.fault}`
  return pictures > 0 ? undefined : 'it decodes no picture of a video of H.264 in MP4'
}

/** As phones write it: H.264 in MP4; five pictures of 32 x 32. */
const second = Buffer.from(
  [
    'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAMxbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAAAQAAAAAAAAAAAA',
    'AAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAoB0cmFrAAAAXHRraGQA',
    'AAADAAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAACAAAAAgAA',
    'AAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAPoAAAQAAABAAAAAAH4bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAoAAAAKABVxAAAAAAALWhk',
    'bHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABo21pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZW',
    'YAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAWNzdGJsAAAAv3N0c2QAAAAAAAAAAQAAAK9hdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAACAAIABI',
    'AAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAANWF2Y0MBZAAK/+EAGGdkAAqs2UlsBEAAAAMAQAAAAw',
    'KDxIllgAEABmjr4OSyLP34+AAAAAAQcGFzcAAAAAEAAAABAAAAFGJ0cnQAAAAAAAAKGAAAChgAAAAYc3R0cwAAAAAAAAABAAAABQAACAAAAAAU',
    'c3RzcwAAAAAAAAABAAAAAQAAABhjdHRzAAAAAAAAAAEAAAAFAAAQAAAAABxzdHNjAAAAAAAAAAEAAAABAAAABQAAAAEAAAAoc3RzegAAAAAAAA',
    'AAAAAABQAAANIAAAAVAAAAHAAAACEAAAAfAAAAFHN0Y28AAAAAAAAAAQAAA2EAAAA9dWR0YQAAADVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABt',
    'ZGlyYXBwbAAAAAAAAAAAAAAAAAhpbHN0AAAACGZyZWUAAAFLbWRhdAAAAM5liIQAn9dfOcJVjMmH/c1PtvRI5P5ohhFY416/oxdRWdY6oXIYdW',
    'BeCw3tgHCUSKRe+j4DISMqT9p+KS80Uls7s2NQKzAWBaKbXmyAZcRwKS1u3ILk+D5C8u+KsCFA4oUSdIOLCWf//0xONaqiQRl38nG8SUBYIT1A',
    'TaUJe4oN61NNnSkXJyD0GZjIe3GVvgNTGU8ztnzOhtr8DiJ4C1/6J9W06W6N+BpMYqZDuoyxGpk69MDFhvVaGfaLIsgRQQ3WeOxTAWCW+Q6ttc',
    'af+QAAABFBmiFsSf/DsIt0MwmxschsPAAAABhBmkI8IZMphN+7VPC4A3UzPlBZXHtzKEEAAAAdQZpjSeEPJlMCI//CTxITbOB8O1/SMBNUNHX4',
    'UqAAAAAbQZqESeEPJlMCM//KNfso3F7IJkwtXPcFCAjB',
  ].join(''),
  'base64',
)
