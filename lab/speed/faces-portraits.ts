// Measures finding the portrait on cards and documents by their pages against searching everywhere, in turn, by processor time.
import { encodePhotograph } from '../../specimens/camera/encode.ts'
import { flatDocument } from '../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../specimens/camera/levels.ts'
import { photograph } from '../../specimens/camera/photograph.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import { KINDS, pageDefinition } from '../../src/documents/kinds/kinds.ts'
import { ontoPicture, pageSize } from '../../src/documents/pages/straighten.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { type Box, boundingBox, middleOf } from '../../src/image/geometry/geometry.ts'
import { project } from '../../src/image/geometry/perspective.ts'
import { keepStill } from '../../src/image/geometry/warp-kernel.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { type FoundFace, findFaces } from '../../src/vision/find-faces.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'
import { printCard } from '../accuracy/faces/card-print.ts'
import { mean } from '../kit/statistics/summary.ts'
import type { Target } from '../kit/targets.ts'
import { samplePhoto } from './faces-pictures.ts'
import { replaced } from './network-runs.ts'

const SEARCHES = ['everywhere', 'portrait'] as const
const FIRST_SEED = 9000
const MAX_MEGAPIXELS = 50
/** Specimens of each kind that has a portrait. */
const EACH_KIND = 3

/** A picture, and the part of it in which the middle of the portrait's face is. */
interface Shown<Picture> {
  readonly picture: Picture
  readonly place: Box
}

interface Cost {
  /** Whether the largest face is that of the portrait. */
  readonly isFound: boolean
  readonly detections: number
  readonly pages: number
  /** Milliseconds of a processor. */
  readonly ms: number
}

export async function benchPortraits(networks: FaceNetworks, cards: number): Promise<Target[]> {
  // Decoding blocks SVG in the whole process, and specimens are drawn with it.
  const drawn = await specimens()
  const sets = {
    'simulated cards': await simulated(networks, cards),
    'photographed specimens': await Promise.all(drawn.map(opened)),
  }
  let [lost, slowest] = [0, 0]
  for (const [name, shown] of Object.entries(sets)) {
    const costs = SEARCHES.map((): Cost[] => [])
    // The first warms up the compiler.
    for (const [i, one] of [...shown.slice(0, 1), ...shown].entries())
      for (const which of i % 2 ? [0, 1] : [1, 0]) {
        const cost = await costOf(networks, one, SEARCHES[which] ?? 'portrait')
        if (i > 0) costs[which]?.push(cost)
      }
    const [before, now] = costs.map(summary)
    if (!before || !now) throw new Error('nothing was searched')
    console.log(`  portraits of ${shown.length} ${name}: everywhere ${words(before)}; by pages ${words(now)}`)
    lost += Math.max(0, before.found - now.found)
    slowest = Math.max(slowest, now.ms / before.ms)
  }
  return [
    { name: 'portraits-lost-by-pages', value: lost, bound: 0, good: 'at most' },
    { name: 'portraits-by-pages', value: slowest, bound: 0.8, good: 'at most' },
  ]
}

const summary = (costs: readonly Cost[]) => ({
  found: costs.filter(({ isFound }) => isFound).length,
  detections: mean(costs.map(({ detections }) => detections)),
  pages: mean(costs.map(({ pages }) => pages)),
  ms: mean(costs.map(({ ms }) => ms)),
})

const words = ({ found, detections, pages, ms }: ReturnType<typeof summary>): string =>
  `${found} found, ${detections.toFixed(1)} detections, ${pages.toFixed(1)} looks for pages, ${ms.toFixed(0)} ms of a processor`

async function costOf(
  networks: FaceNetworks,
  { picture, place }: Shown<Pixels>,
  search: (typeof SEARCHES)[number],
): Promise<Cost> {
  const runs: string[] = []
  const counting = replaced(networks, (network) => ({
    ...network,
    run: (input, shape) => {
      runs.push(network.row.name)
      return network.run(input, shape)
    },
  }))
  const before = process.cpuUsage()
  const [face] = await keepStill(picture, () => findFaces(counting, picture, search))
  const { user, system } = process.cpuUsage(before)
  return {
    isFound: isIn(place, face),
    detections: runs.filter((name) => name.startsWith('face-detector')).length,
    pages: runs.filter((name) => name === 'page-finder').length,
    ms: (user + system) / 1000,
  }
}

function isIn({ x, y, width, height }: Box, face: FoundFace | undefined): boolean {
  const at = face && middleOf(face.box)
  return at !== undefined && at.x > x && at.y > y && at.x < x + width && at.y < y + height
}

const PHOTOS = 6

/** Printed from the people of the sample photos, in turn. */
async function simulated(networks: FaceNetworks, count: number): Promise<Shown<Pixels>[]> {
  const people: { readonly photo: Pixels; readonly face: FoundFace }[] = []
  for (let number = 1; number <= PHOTOS; number++) {
    const photo = await decoded(samplePhoto(number))
    for (const face of await findFaces(networks, photo, 'frame')) people.push({ photo, face })
  }
  const cards: Shown<Pixels>[] = []
  for (let i = 0; i < count; i++) {
    const person = people[i % people.length]
    if (!person) throw new Error('the sample photos show nobody')
    const { jpeg, face } = await printCard(person.photo, person.face.box, FIRST_SEED + i)
    cards.push(await opened({ picture: jpeg, place: face }))
  }
  return cards
}

async function specimens(): Promise<Shown<Uint8Array>[]> {
  const drawn: Shown<Uint8Array>[] = []
  for (const { kind } of KINDS) {
    const portrait = pageDefinition({ kind, side: 'front' })?.portrait
    for (let i = 0; portrait && i < EACH_KIND; i++) {
      const seed = FIRST_SEED + drawn.length
      const { sheets, cast } = specimen({ kind, seed })
      const front = sheets.find(({ side }) => side === 'front')
      if (!front) throw new Error(`${kind} has no front`)
      const scene = sceneOf('photo', seed)
      const taken = photograph([await flatDocument(front, cast, seed)], scene)
      const [document] = taken.truth.documents
      if (!document) throw new Error('the photograph shows no document')
      const size = pageSize(kind, document.corners)
      const onto = ontoPicture(size, document.corners)
      const corners = [0, 1].flatMap((right) =>
        [0, 1].map((down) =>
          project(onto, {
            x: size.width * (portrait.x + right * portrait.width),
            y: size.height * (portrait.y + down * portrait.height),
          }),
        ),
      )
      drawn.push({ picture: await encodePhotograph(taken, scene), place: boundingBox(corners) })
    }
  }
  return drawn
}

const opened = async ({ picture, place }: Shown<Uint8Array>): Promise<Shown<Pixels>> => ({
  picture: await decoded(picture),
  place,
})

/** None of these pictures is so large that the server would shrink it. */
async function decoded(bytes: Uint8Array): Promise<Pixels> {
  const reading = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
  if ('fault' in reading) throw new Error(reading.fault)
  return reading.pixels
}
