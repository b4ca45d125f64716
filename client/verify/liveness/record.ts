// Records some seconds of a camera, in the first format that both the browser and the server know.

export const RECORD_SECONDS = 6

const forms = [
  ['video/mp4;codecs=avc1', 'mp4'],
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
] as const

const formOf = () =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : forms.find(([type]) => MediaRecorder.isTypeSupported(type))

export const canRecord = (): boolean => formOf() !== undefined

/** The bit rate is high enough that the encoder does not blur a face. */
const BITS_A_SECOND = 4_000_000

export interface Recording {
  /** Ends the recording early; `done` gives what was recorded so far. */
  stop(): void
  /** The video, and a name for it. */
  readonly done: Promise<{ readonly video: Blob; readonly name: string }>
}

export function record(stream: MediaStream): Recording {
  const form = formOf()
  if (!form) throw new Error('this browser cannot record video')
  const [mimeType, ending] = form
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_A_SECOND })
  const parts: Blob[] = []
  const done = new Promise<{ video: Blob; name: string }>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    recorder.addEventListener('error', () => reject(new Error('the recording was broken off')))
    recorder.addEventListener('stop', () =>
      resolve({
        video: new Blob(parts, { type: mimeType.split(';')[0] ?? mimeType }),
        name: `recording.${ending}`,
      }),
    )
  })
  recorder.start()
  return { stop: () => recorder.state !== 'inactive' && recorder.stop(), done }
}
