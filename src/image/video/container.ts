// Recognises video files by their first bytes, and names the ffmpeg demuxer that may open them.
import type { Fault } from '../decode/header.ts'
import { latin1 } from '../decode/header.ts'

export interface VideoContainer {
  readonly name: 'mp4' | 'mov' | '3gp' | 'webm' | 'avi'
  /** ffmpeg must use this demuxer, so that no file can choose one that opens other files, such as a playlist. */
  readonly reader: 'mov' | 'matroska' | 'avi'
}

const NO_VIDEO: Fault = { fault: 'is not a video that can be read: MP4, MOV, WebM, 3GP or AVI' }

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

export function videoContainerOf(bytes: Uint8Array): VideoContainer | Fault {
  if (bytes.byteLength === 0) return { fault: 'is empty' }
  const start = latin1(bytes, 0, 128)
  const what = others.find(([pattern]) => pattern.test(start))?.[1]
  if (what) return { fault: `is ${what}; MP4, MOV, WebM, 3GP and AVI can be read` }
  return starts.find(([pattern]) => pattern.test(start))?.[1] ?? NO_VIDEO
}
