// Loads the WebAssembly kernel of the scan: the faster of two that this machine can run.
import { RELAXED_KERNEL, SIMD_KERNEL } from './scan-kernels.ts'

export type KernelName = 'relaxed' | 'simd'

interface Kernel {
  readonly name: KernelName
  readonly module: WebAssembly.Module
}

/** See scan.wat for what each number means. */
type Scan = (
  block: number,
  blocks: number,
  slot: number,
  end: number,
  query: number,
  margin: number,
  best: number,
  limit: number,
) => void

interface Scans {
  readonly scan: Scan
  /** The same, with a first look at four bits of the query; not in every kernel. */
  readonly sift?: Scan
}

const KERNELS: Readonly<Record<KernelName, string>> = { relaxed: RELAXED_KERNEL, simd: SIMD_KERNEL }

/** Elsewhere the whole dot product is one instruction, and a first look at four bits takes longer than it saves. */
export const isSiftFaster = process.arch === 'x64'

/** The relaxed kernel is faster; an engine without its instruction does not validate it. */
export function fastestKernel(): KernelName {
  return WebAssembly.validate(bytesOf('relaxed')) ? 'relaxed' : 'simd'
}

export async function loadKernel(name: KernelName): Promise<Kernel> {
  return { name, module: await WebAssembly.compile(bytesOf(name)) }
}

export function openScan(module: WebAssembly.Module, memory: WebAssembly.Memory): Scans {
  return new WebAssembly.Instance(module, { gallery: { memory } }).exports as unknown as Scans
}

function bytesOf(name: KernelName): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(KERNELS[name], 'base64'))
}
