// Times the steps of reading: lines as in production, and a page from its file to its text.

import type { CardPhoto } from '../../specimens/kit/photographs/card-photo.ts'
import { openPageNetworks, type PageNetworks, pageNetworkNames } from '../../src/documents/pages/networks.ts'
import { everythingOfPages, type Pages } from '../../src/documents/pages/page.ts'
import { readPages } from '../../src/documents/pages/read-pages.ts'
import { ontoPicture, pageSize } from '../../src/documents/pages/straighten.ts'
import { readLine } from '../../src/documents/text/decoding/read-line.ts'
import { knowledgeOf } from '../../src/documents/text/lexicon.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { inverted, project, type Quad } from '../../src/image/geometry/perspective.ts'
import type { Network } from '../../src/models/network.ts'
import { openNetwork } from '../../src/models/session.ts'
import { cropOf, scoreLines } from '../../src/models/text-reader.ts'
import { networkCache } from '../kit/folders.ts'
import { median } from '../kit/statistics/summary.ts'

const MEGAPIXELS = 50
const CHARACTERS = 40
/** Lines of about this length are read together, as in production. */
const SHORTEST = 30
const LONGEST = 50
const ROUNDS_TO_WARM_UP = 5

/** The time of the networks, by name. */
const spent = new Map<string, number>()

function timed(network: Network): Network {
  return {
    ...network,
    run: async (input, shape) => {
      const from = processorMs()
      const outputs = await network.run(input, shape)
      spent.set(network.row.name, (spent.get(network.row.name) ?? 0) + processorMs() - from)
      return outputs
    },
  }
}

let opened: Promise<PageNetworks> | undefined

function networks(): Promise<PageNetworks> {
  opened ??= openPageNetworks(async (name) => timed(await openNetwork(name, networkCache)))
  return opened
}

/** Everything runs on one thread, so this is the wall time of an idle machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the milliseconds for one line of a batch: cut, read and decoded. */
export async function benchLine({ bytes, truth }: CardPhoto, rounds: number): Promise<number> {
  const { reader } = await networks()
  const decoded = await decodeImage(bytes, { maxMegapixels: MEGAPIXELS })
  if ('fault' in decoded) throw new Error(decoded.fault)
  const size = pageSize('cccd-chip', truth.corners)
  const onto = ontoPicture(size, truth.corners)
  const toPage = inverted(onto)
  const lines = truth.lines.filter(({ text }) => text.length >= SHORTEST && text.length <= LONGEST)
  const quads = lines.map(
    ({ quad: [a, b, c, d] }): Quad => [
      project(toPage, a),
      project(toPage, b),
      project(toPage, c),
      project(toPage, d),
    ],
  )
  const knowledge = knowledgeOf(reader)
  const times = await measured(rounds, async () => {
    for (const line of await scoreLines(reader, decoded.pixels, onto, quads)) readLine(line, knowledge)
  })
  // A line's cost depends on its width, and capitals alone are twice as wide as small letters with marks.
  const crops = quads.map((quad) => cropOf(reader, quad).width)
  const width = CHARACTERS * median(crops.map((crop, i) => crop / (lines[i]?.text.length ?? 1)))
  const share = width / crops.reduce((sum, crop) => sum + crop, 0)
  const [all, network] = [median(times.all) * share, median(times.of('text-reader')) * share]
  console.log(
    `line of ${CHARACTERS} characters, ${Math.round(width)} pixels wide, from ${lines.length} of ${SHORTEST} to ${LONGEST}:`,
  )
  console.log(`  ${all.toFixed(2)} ms, of which the network ${network.toFixed(2)} ms`)
  return all
}

/** Returns the milliseconds for one picture with everything that is asked by default. */
export async function benchPage({ bytes }: CardPhoto, rounds: number): Promise<number> {
  const all = await networks()
  let last: Pages | undefined
  const times = await measured(rounds, async () => {
    const pages = await readPages(all, bytes, MEGAPIXELS, everythingOfPages)
    if ('fault' in pages) throw new Error(pages.fault)
    last = pages
  })
  const decoding = await measured(
    rounds,
    async () => void (await decodeImage(bytes, { maxMegapixels: MEGAPIXELS })),
  )
  const [page] = last?.pages ?? []
  console.log(`card page, ${last?.image.width} x ${last?.image.height} pixels:`)
  console.log(`  ${page?.kind} ${page?.side}, ${page?.lines.length} lines, ${page?.codes.length} codes`)
  const total = median(times.all)
  const steps = pageNetworkNames.map((name) => [name, median(times.of(name))] as const)
  const known = steps.reduce((sum, [, ms]) => sum + ms, median(decoding.all))
  const rows = [['decoding the file', median(decoding.all)] as const, ...steps]
  for (const [name, ms] of [...rows, ['cutting, spelling, codes', total - known] as const])
    console.log(`  ${name.padEnd(26)} ${ms.toFixed(1).padStart(6)} ms`)
  console.log(`  ${'all'.padEnd(26)} ${total.toFixed(1).padStart(6)} ms`)
  return total
}

async function measured(rounds: number, act: () => Promise<void>) {
  const all: number[] = []
  const byName = new Map<string, number[]>()
  for (let round = -ROUNDS_TO_WARM_UP; round < rounds; round++) {
    spent.clear()
    const from = processorMs()
    await act()
    if (round < 0) continue
    all.push(processorMs() - from)
    for (const name of pageNetworkNames) byName.set(name, [...(byName.get(name) ?? []), spent.get(name) ?? 0])
  }
  return { all, of: (name: string): number[] => byName.get(name) ?? [] }
}
