// Opens a kernel, WebAssembly that is kept as Base64 in a built file; in servers and in browsers.

/** The parts of WebAssembly that are used: its types come only with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

export function openKernel<Exports>(built: string): Exports {
  const bytes = Uint8Array.from(atob(built), (letter) => letter.charCodeAt(0))
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports as Exports
}
