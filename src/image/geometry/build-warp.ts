// npm run build:warp: makes warp-kernel-built.ts, the kernel as workers load it, from warp.wat.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openWabt from 'wabt'

const SOURCE = new URL('./warp.wat', import.meta.url)
const BUILT = new URL('./warp-kernel-built.ts', import.meta.url)
/** Letters of a line of the built file. */
const LINE = 72

export async function buildWarp(): Promise<string> {
  const wabt = await openWabt()
  const { buffer } = wabt.parseWat('warp.wat', await readFile(SOURCE, 'utf8'), { simd: true }).toBinary({})
  if (!WebAssembly.validate(buffer)) throw new Error('the kernel is not valid')
  const letters = Buffer.from(buffer).toString('base64')
  const lines = letters.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return [
    '// The kernel of warp.ts as WebAssembly, made from warp.wat by npm run build:warp: not to be edited.',
    '',
    'export const WARP_KERNEL = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('')",
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(BUILT, await buildWarp())
