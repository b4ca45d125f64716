// Parses what ffmpeg reports about a video: its packets on one stream, its header on the other.

export interface VideoFacts {
  /** Codec by ffmpeg's name: h264, vp9. */
  readonly codec: string
  /** Size in square pixels of the upright picture. */
  readonly width: number
  readonly height: number
  /** Width of a stored pixel by its height. */
  readonly pixelAspect: number
  /** Duration from the first picture to the end of the last, by the packets and not by the header. */
  readonly durationMs: number
  /** Duration by the header, where it has one. */
  readonly announcedMs: number | undefined
  readonly pictures: number
  /** The program that wrote the file, where it left its name. */
  readonly encoder: string | undefined
}

/** `packets` is the output of the `framecrc` muxer, `said` the error stream. */
export function readReport(packets: string, said: string): VideoFacts | undefined {
  const [, codec] = /^#codec_id 0: (\S+)$/m.exec(packets) ?? []
  const [, columns, rows] = /^#dimensions 0: (\d+)x(\d+)$/m.exec(packets) ?? []
  if (!codec || !Number(columns) || !Number(rows)) return undefined
  const pixelAspect = aspectOf(packets)
  const stored = { width: Math.round(Number(columns) * pixelAspect), height: Number(rows) }
  const isLying = /displaymatrix: rotation of -?(90|270)\.00 degrees/.test(inputPart(said))
  const { durationMs, pictures } = timesOf(packets)
  return {
    codec,
    width: isLying ? stored.height : stored.width,
    height: isLying ? stored.width : stored.height,
    pixelAspect,
    durationMs,
    announcedMs: announcedMs(said),
    pictures,
    encoder: /^ +encoder +: (.{1,100})$/m.exec(inputPart(said))?.[1],
  }
}

/** When each picture that was written was shown in the video. */
export function readTimesMs(said: string): number[] {
  return [...said.matchAll(/\] n: *\d+ pts: *\S+ pts_time:(-?[\d.]+)/g)].map(([, time]) =>
    Math.round(1000 * Number(time)),
  )
}

/** The part of the report before ffmpeg describes its own output, which looks the same. */
const inputPart = (said: string): string => said.split(/^Output #0/m, 1)[0] ?? ''

function aspectOf(packets: string): number {
  const [, across = 1, down = 1] = /^#sar 0: (\d+)\/(\d+)$/m.exec(packets) ?? []
  const aspect = Number(across) / Number(down)
  return aspect >= 0.25 && aspect <= 4 ? aspect : 1
}

function timesOf(packets: string): { durationMs: number; pictures: number } {
  const [, times = 1, by = 1] = /^#tb 0: (\d+)\/(\d+)$/m.exec(packets) ?? []
  let [first, end, pictures] = [Infinity, -Infinity, 0]
  for (const [, shown, lasts] of packets.matchAll(/^0, *-?\d+, *(-?\d+), *(\d+),/gm)) {
    first = Math.min(first, Number(shown))
    end = Math.max(end, Number(shown) + Number(lasts))
    pictures += 1
  }
  return { durationMs: pictures === 0 ? 0 : ((end - first) * 1000 * Number(times)) / Number(by), pictures }
}

function announcedMs(said: string): number | undefined {
  const [, hours, minutes, seconds] = /^ +Duration: (\d+):(\d+):([\d.]+),/m.exec(said) ?? []
  return seconds === undefined
    ? undefined
    : 1000 * (3600 * Number(hours) + 60 * Number(minutes) + Number(seconds))
}
