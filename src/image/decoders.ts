// Tells whoever watches this process when a decoder is at work on uploaded bytes, so that one that takes too long can be ended.

type Watcher = (isAtWork: boolean) => void

let watcher: Watcher = () => {}

export function watchDecoders(told: Watcher): void {
  watcher = told
}

/** A decoder is at work until the end of the block: `using _ = decoderAtWork()`. */
export function decoderAtWork(): Disposable {
  watcher(true)
  return { [Symbol.dispose]: () => watcher(false) }
}
