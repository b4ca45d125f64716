// Downloads files in parallel, with one progress for all.

interface Wanted {
  readonly url: string
  /** The approximate size, unpacked: a compressed answer does not tell its length. */
  readonly megabytes: number
}

/** Answers in the order of `wanted`; `onShare` goes from 0 to 1. */
export async function download(
  wanted: readonly Wanted[],
  onShare: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const total = wanted.reduce((sum, { megabytes }) => sum + megabytes, 0)
  const loaded = wanted.map(() => 0)
  const files = await Promise.all(
    wanted.map(({ url, megabytes }, i) =>
      fetchBytes(url, (bytes) => {
        loaded[i] = Math.min(megabytes, bytes / 1e6)
        onShare(loaded.reduce((sum, one) => sum + one, 0) / total)
      }),
    ),
  )
  onShare(1)
  return files
}

async function fetchBytes(url: string, onLoaded: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url)
  if (!answer.ok || !answer.body) throw new Error(`${url}: HTTP ${answer.status}`)
  const parts: Uint8Array[] = []
  let loaded = 0
  const reader = answer.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    loaded += part.value.byteLength
    onLoaded(loaded)
  }
  const whole = new Uint8Array(loaded)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
