// Declares the browser names that client/ uses, because the lab runs it in Node.js and is checked without the DOM types.

/** Only `var` becomes a property of globalThis. */
declare var location: { readonly href: string; readonly origin: string }

/** A picture that a guide looks at. */
interface ImageBitmap {
  close(): void
}

declare const XMLHttpRequest: new () => {
  readonly status: number
  readonly responseText: string
  readonly upload: {
    onloadstart: () => void
    onprogress: (event: { readonly loaded: number }) => void
    onload: () => void
  }
  onload: () => void
  onerror: () => void
  onabort: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: Blob | null): void
  abort(): void
}
