// npm run bench:peers: measures faces compared by Selfsame beside packages that a user would pick, on the same photos of LFW.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { cosineOfPercent } from '../../src/faces/similarity.ts'
import { prepareNetworks } from '../../src/models/cache.ts'
import { type LfwPair, lfwPhotos, readLfwPairs } from '../kit/datasets/faces.ts'
import { dataFolder, networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { sampleOf } from '../kit/report.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets } from '../kit/targets.ts'
import type { PeerAnswer, PeerAsk } from './peers-child.ts'

answerHelp(`Measures Selfsame beside other packages that compare faces: the same photos of LFW, one process each.

  --pairs N          of LFW (200)
  --only PEERS       selfsame, face-api, human; separated by commas
  --packages FOLDER  where the peers are installed; otherwise npm fetches them into a temporary folder

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    only: { type: 'string', default: 'selfsame,face-api,human' },
    packages: { type: 'string' },
  },
})

/** Exact versions; nothing of them is a dependency of Selfsame. */
const PACKAGES = [
  '@vladmandic/face-api@1.7.15',
  '@vladmandic/human@3.3.6',
  '@tensorflow/tfjs@4.22.0',
  '@tensorflow/tfjs-backend-wasm@4.22.0',
]

/** The likeness from which on each takes two faces for one person, as its own documents have it. */
const peers = [
  { name: 'selfsame', least: cosineOfPercent(80), says: '`sim` 80' },
  { name: 'face-api', least: -0.6, says: 'distance 0.6' },
  { name: 'human', least: 0.5, says: 'similarity 0.5' },
] as const

async function install(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selfsame-peers-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: folder,
  })
  return folder
}

async function measure(peer: string, packages: string, pairs: readonly LfwPair[]): Promise<PeerAnswer> {
  const child = fork(new URL('./peers-child.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ask: PeerAsk = {
    peer,
    packages,
    files: lfwPhotos(pairs),
    pairs: pairs.map(({ fileA, fileB }) => [fileA, fileB] as const),
  }
  child.send(ask)
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    PeerAnswer | number,
  ]
  if (typeof answer !== 'object') throw new Error(`${peer} ended without an answer`)
  return answer
}

/** A pair with a face that was not found is taken for two people. */
const likenessOf = ({ likeness }: PeerAnswer, i: number): number => likeness[i] ?? -Infinity

function accuracyAt(
  answer: PeerAnswer,
  pairs: readonly LfwPair[],
  least: number,
  isCounted: (fold: number) => boolean,
) {
  const rows = pairs.flatMap(({ same, fold }, i) =>
    isCounted(fold) ? [{ same, accepted: likenessOf(answer, i) >= least }] : [],
  )
  const share = (same: boolean, accepted: boolean) => {
    const own = rows.filter((row) => row.same === same)
    return own.filter((row) => row.accepted === accepted).length / own.length
  }
  const right = rows.filter(({ same, accepted }) => same === accepted).length / rows.length
  return { right, falselyAccepted: share(false, true), falselyRefused: share(true, false) }
}

/** The line is drawn where one half of the folds has the fewest errors, and the other half is reported; then the other way round. */
function lfwAccuracy(answer: PeerAnswer, pairs: readonly LfwPair[]): number {
  const halves = [0, 1].map((odd) => {
    const [tune, report] = [(fold: number) => fold % 2 === odd, (fold: number) => fold % 2 !== odd]
    const lines = pairs.flatMap((_, i) => answer.likeness[i] ?? [])
    const rights = lines.map((line) => accuracyAt(answer, pairs, line, tune).right)
    const most = Math.max(...rights)
    // Many lines are as good on one half: the middle one of them is taken.
    const best = median(lines.filter((_, i) => rights[i] === most))
    return accuracyAt(answer, pairs, best, report).right
  })
  return halves.reduce((sum, value) => sum + value, 0) / halves.length
}

await prepareNetworks(networkCache)
const packages = options.packages ?? (await install())
const pairs = sampleOf(await readLfwPairs(dataFolder), Number(options.pairs))
const percent = (share: number) => `${(100 * share).toFixed(2)} %`
const rows: { name: string; ms: number; accuracy: number }[] = []
console.log(
  `${pairs.length} pairs of LFW, ${lfwPhotos(pairs).length} photos; one process each; processor time`,
)
try {
  for (const { name, least, says } of peers) {
    if (!options.only.split(',').includes(name)) continue
    const answer = await measure(name, packages, pairs)
    const { falselyAccepted, falselyRefused } = accuracyAt(answer, pairs, least, () => true)
    const [ms, accuracy] = [median(answer.cpuMs), lfwAccuracy(answer, pairs)]
    rows.push({ name, ms, accuracy })
    console.log(
      `  ${name.padEnd(10)} ${ms.toFixed(1)} ms a photo, ${percent(accuracy)} right, ${answer.missed} photos without a face, ${Math.round(answer.peakBytes / 2 ** 20)} MiB; at ${says}: FAR ${percent(falselyAccepted)}, FRR ${percent(falselyRefused)}`,
    )
  }
} finally {
  if (options.packages === undefined) await rm(packages, { recursive: true, force: true })
}
const ours = rows.find(({ name }) => name === 'selfsame')
const others = rows.filter((row) => row !== ours)
const best = (of: (row: (typeof rows)[number]) => number, choose: (...values: number[]) => number) =>
  choose(...others.map(of))
if (ours && others.length > 0)
  printTargets([
    {
      name: 'peers-ms-by-fastest',
      value: ours.ms / best(({ ms }) => ms, Math.min),
      bound: 1,
      good: 'at most',
    },
    {
      name: 'peers-accuracy-above-best',
      value: ours.accuracy - best(({ accuracy }) => accuracy, Math.max),
      bound: 0,
      good: 'at least',
    },
  ])
