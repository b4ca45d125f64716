// npm run build:kernels: makes the kernels of pictures, as they are loaded, from their sources in WebAssembly text.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openWabt from 'wabt'

interface KernelSource {
  readonly source: string
  readonly built: string
  readonly name: string
}

export const kernelSources: readonly KernelSource[] = [
  { source: 'geometry/warp.wat', built: 'geometry/warp-kernel-built.ts', name: 'WARP_KERNEL' },
  { source: 'filters.wat', built: 'filters-built.ts', name: 'FILTERS' },
]

/** Letters of a line of the built file. */
const LINE = 72

export async function buildKernel({ source, name }: KernelSource): Promise<string> {
  const wabt = await openWabt()
  const text = await readFile(new URL(source, import.meta.url), 'utf8')
  const { buffer } = wabt.parseWat(source, text, { simd: true }).toBinary({})
  if (!WebAssembly.validate(buffer)) throw new Error(`${source} is not valid`)
  const letters = Buffer.from(buffer).toString('base64')
  const lines = letters.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return [
    `// ${source} as WebAssembly, made by npm run build:kernels: not to be edited.`,
    '',
    `export const ${name} = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('')",
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const one of kernelSources)
    await writeFile(new URL(one.built, import.meta.url), await buildKernel(one))
