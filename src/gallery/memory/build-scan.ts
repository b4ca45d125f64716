// npm run build:scan: makes scan-kernels.ts, the kernels as this server loads them, from scan.wat.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openWabt from 'wabt'

const SOURCE = new URL('./scan.wat', import.meta.url)
const BUILT = new URL('./scan-kernels.ts', import.meta.url)
const FEATURES = { simd: true, threads: true, relaxed_simd: true }

export async function buildKernels(): Promise<string> {
  const source = await readFile(SOURCE, 'utf8')
  const wabt = await openWabt()
  const compile = (kernel: string) => {
    const text = expand(source.split('\n'), kernel).join('\n')
    const { buffer } = wabt.parseWat(`scan-${kernel}.wat`, text, FEATURES).toBinary({})
    if (!WebAssembly.validate(buffer)) throw new Error(`the ${kernel} kernel is not valid`)
    return Buffer.from(buffer).toString('base64')
  }
  return [
    '// The kernels of the scan as WebAssembly, made from scan.wat by npm run build:scan: not to be edited.',
    '',
    `export const RELAXED_KERNEL =\n  '${compile('relaxed')}'`,
    `export const SIMD_KERNEL =\n  '${compile('simd')}'`,
    '',
  ].join('\n')
}

/** Expands the directives that scan.wat explains, for one kernel. */
function expand(lines: readonly string[], kernel: string): string[] {
  const expanded: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, only] = /^\s+;; only (\w+)$/.exec(line) ?? []
    const [, names, items] = /^\s+;; each (.+) in (.+)$/.exec(line) ?? []
    if (only === undefined && (names === undefined || items === undefined)) {
      expanded.push(line)
      continue
    }
    const end = endOf(lines, at)
    const body = lines.slice(at + 1, end)
    if (names !== undefined && items !== undefined)
      expanded.push(...expand(repeat(body, names, items), kernel))
    else if (only === kernel) expanded.push(...expand(body, kernel))
    at = end
  }
  return expanded
}

function repeat(body: readonly string[], names: string, items: string): string[] {
  return items.split(' ').flatMap((item) => {
    const parts = item.split('/')
    return body.map((line) =>
      names.split(' ').reduce((text, name, i) => text.replaceAll(name, parts[i] ?? name), line),
    )
  })
}

function endOf(lines: readonly string[], start: number): number {
  for (let at = start, depth = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s+;; (only|each) /.test(line)) depth += 1
    else if (/^\s+;; end$/.test(line)) depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`scan.wat: line ${start + 1} has no end`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(BUILT, await buildKernels())
