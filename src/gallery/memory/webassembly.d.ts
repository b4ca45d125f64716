// The part of WebAssembly that the gallery uses; TypeScript knows it only together with a browser.

declare namespace WebAssembly {
  class Module {
    private readonly isModule
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true })
    readonly buffer: SharedArrayBuffer
    grow(pages: number): number
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
  function validate(bytes: Uint8Array): boolean
  function compile(bytes: Uint8Array): Promise<Module>
}
