// Sends one attempt of a request: by fetch, by XMLHttpRequest where a browser shows progress, or as a counted stream.

interface AttemptRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Blob | undefined
  readonly signal: AbortSignal
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined
  /** The answer is a file, unless it is a refusal. */
  readonly wantsFile?: boolean
}

export interface RawAnswer {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
  readonly file?: Blob
}

export type Send = (attempt: AttemptRequest) => Promise<RawAnswer>

/** `omitsCookies`: credentials travel in a header, and a browser must not ask the person for others. */
export function chooseSend(given: typeof fetch | undefined, omitsCookies: boolean): Send {
  const isBrowser = typeof XMLHttpRequest !== 'undefined'
  const mode: RequestInit = given || !omitsCookies ? {} : { credentials: 'omit' }
  return (attempt) => {
    // fetch is looked up at each call: a page or a test may replace it.
    const byFetch = given ?? globalThis.fetch
    if (attempt.onProgress === undefined || attempt.body === undefined)
      return sendByFetch(byFetch, attempt, mode)
    if (!isBrowser) return sendCounted(byFetch, attempt, mode)
    return given ? sendUncounted(byFetch, attempt, mode) : sendByXhr(attempt)
  }
}

async function sendByFetch(
  byFetch: typeof fetch,
  { url, method, headers, body, signal, wantsFile }: AttemptRequest,
  more: RequestInit,
): Promise<RawAnswer> {
  const answer = await byFetch(url, {
    method,
    headers: { ...headers },
    signal,
    redirect: 'error',
    cache: 'no-store',
    ...(body ? { body } : {}),
    ...more,
  })
  const raw = { status: answer.status, header: (name: string) => answer.headers.get(name) }
  if (wantsFile && answer.ok) return { ...raw, text: '', file: await answer.blob() }
  return { ...raw, text: await answer.text() }
}

const chunkBytes = 64 * 1024

/** Outside browsers a body may be a stream: what was read from it was sent, except for what the socket still holds. */
function sendCounted(byFetch: typeof fetch, attempt: AttemptRequest, more: RequestInit): Promise<RawAnswer> {
  const { body, onProgress } = attempt
  if (!body || !onProgress) return sendByFetch(byFetch, attempt, more)
  let sent = 0
  onProgress(0, body.size)
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = new Uint8Array(await body.slice(sent, sent + chunkBytes).arrayBuffer())
      // The call ended meanwhile: the stream is cancelled, and takes nothing any more.
      if (attempt.signal.aborted) return
      if (chunk.length === 0) return controller.close()
      controller.enqueue(chunk)
      sent += chunk.length
      onProgress(sent, body.size)
    },
  })
  const streamed = { ...more, body: counted, duplex: 'half' } as RequestInit
  const headers = { ...attempt.headers, 'content-length': String(body.size) }
  return sendByFetch(byFetch, { ...attempt, headers, body: undefined }, streamed)
}

/** A browser's fetch does not tell how far it is; the beginning and the end are known. */
async function sendUncounted(
  byFetch: typeof fetch,
  attempt: AttemptRequest,
  more: RequestInit,
): Promise<RawAnswer> {
  const total = attempt.body?.size ?? 0
  attempt.onProgress?.(0, total)
  const answer = await sendByFetch(byFetch, attempt, more)
  attempt.onProgress?.(total, total)
  return answer
}

function sendByXhr({ url, method, headers, body, signal, onProgress }: AttemptRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const total = body?.size ?? 0
    const abort = () => request.abort()
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', abort)
      act()
    }
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    // XMLHttpRequest cannot omit the browser's credentials: on a 401 the browser would open its own password dialog. The
    // server sends no challenge to requests with this header. On other origins there is no dialog, and the header would need CORS permission.
    if (new URL(url, location.href).origin === location.origin)
      request.setRequestHeader('x-requested-with', 'XMLHttpRequest')
    request.upload.onloadstart = () => onProgress?.(0, total)
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, total), total)
    request.upload.onload = () => onProgress?.(total, total)
    request.onload = () =>
      settle(() =>
        resolve({
          status: request.status,
          header: (name) => request.getResponseHeader(name),
          text: request.responseText,
        }),
      )
    request.onerror = () => settle(() => reject(new TypeError('the connection failed')))
    request.onabort = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', abort)
    if (signal.aborted) settle(() => reject(signal.reason))
    else request.send(body ?? null)
  })
}
