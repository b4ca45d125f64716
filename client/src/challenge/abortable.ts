// Waiting for time or an event, ended by an AbortSignal.

/** The person did not finish in time, or the page went out of sight while its light was needed; nothing was judged. */
export class ChallengeTimeUp extends Error {
  override readonly name = 'ChallengeTimeUp'
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(signal, (resolve) => {
    const timer = setTimeout(resolve, ms)
    return () => clearTimeout(timer)
  })
}

export function happened(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  return unlessAborted(signal, (resolve) => {
    target.addEventListener(event, resolve, { once: true })
    return () => target.removeEventListener(event, resolve)
  })
}

/** `begin` starts the wait and returns how to stop it; that is called in any case. */
export async function unlessAborted(
  signal: AbortSignal,
  begin: (resolve: () => void) => () => void,
): Promise<void> {
  signal.throwIfAborted()
  let stop = () => {}
  let broken = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      broken = () => reject(signal.reason)
      signal.addEventListener('abort', broken, { once: true })
      stop = begin(() => resolve())
    })
  } finally {
    signal.removeEventListener('abort', broken)
    stop()
  }
}
