// npm run redteam: plays attacks and genuine people through the public API and counts, per attack, who was accepted.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { callerOf } from '../kit/caller.ts'
import { dataFolder, networkCache } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { printTargets } from '../kit/targets.ts'
import { everybodyIn } from './everybody.ts'
import { type Stage, stages } from './films.ts'
import { photographsIn } from './puppet/photographs.ts'
import { type Game, report, reportBentReplays, reportReplays } from './report.ts'
import type { Species } from './species.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2' },
    sessions: { type: 'string', default: '2' },
    species: { type: 'string' },
    families: { type: 'string' },
    data: { type: 'string', default: dataFolder },
    shard: { type: 'string', default: '1/1' },
    out: { type: 'string' },
    merge: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
const all = everybodyIn(values.data)

answerHelp(`Plays attacks and honest people through the public API of servers of its own, and counts who got in.

  --people N        rendered people, each in every family of challenges (2)
  --sessions N      sessions of each puppet and of honest rendered people, in every family and as video (2);
                    figures that count have 50, and a session takes 2 to 4 seconds of one core
  --species NAMES   only these; a name that ends in * stands for all that begin so:
                    ${all.map(({ name }) => name).join('\n                    ')}
  --families NAMES  only these families: ${stages.join(', ')}
  --data FOLDER     the measurement data, for real people and attacks, and for the photographs of puppets;
                    without it only rendered people are played
                    (${dataFolder})
  --shard I/N       only every Nth session, from the Ith on: N runs side by side, each with its own --out
  --out FILE        write the sessions there too, one a line
  --merge FILES     play nothing: count the sessions of these files, as if they were one run

Writes nothing in the checkout but converted networks, to node_modules/.cache.`)

const wanted = values.species?.split(',')
const isChosen = ({ name }: Species): boolean =>
  wanted?.some((want) => (want.endsWith('*') ? name.startsWith(want.slice(0, -1)) : name === want)) ?? true
const isPlayed = (stage: Stage): boolean => values.families?.split(',').includes(stage) ?? true
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
const chosen = all.filter(isChosen)

const games = values.merge ? readGames(values.merge.split(',')) : await play()
const targets = chosen.flatMap((species) => report(species, games))
printTargets([...targets, ...reportReplays(games), ...reportBentReplays(games)])

function readGames(files: readonly string[]): Game[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Game),
  )
}

async function play(): Promise<Game[]> {
  const networks = await openFaceNetworks((name) => openNetwork(name, networkCache))
  const photographs = photographsIn(values.data, networks)
  const played: Game[] = []
  for (const species of chosen)
    for (const stage of species.stages.filter(isPlayed)) {
      const numbers = numbersOf(species)
      if (numbers.length === 0) continue
      // Species share photographs and people: a server that has seen one would know it again.
      const server = await startInProcess()
      let organisations = 0
      const newCaller = async () =>
        callerOf(server.url, await server.addOrganisation(`attacker-${++organisations}`))
      for (const number of numbers) {
        const outcome = await species.play(
          { data: values.data, networks, photographs, newCaller },
          stage,
          number,
        )
        played.push({ species: species.name, stage, number, ...outcome })
        if (values.out) writeFileSync(values.out, played.map((game) => `${JSON.stringify(game)}\n`).join(''))
        process.stderr.write(`\r${species.name} ${stage} ${number + 1}    `)
      }
      process.stderr.write('\n')
      await server.stop()
    }
  return played
}

function numbersOf({ count }: Species): number[] {
  const asked = { people: Number(values.people), sessions: Number(values.sessions) }
  const length = typeof count === 'number' ? count : asked[count]
  return Array.from({ length }, (_, i) => i).filter((i) => i % shards === shard - 1)
}
