// Lists all who try to get in, attackers and honest people, with how often they may.
import { evenLight, lightOfRoom } from '../../specimens/liveness/rooms.ts'
import type { Light } from '../../specimens/person/lighting.ts'
import type { Caller } from '../kit/caller.ts'
import { filmedVideos } from './filmed-replays.ts'
import { act, encoded, type Family, families, film, type Sent, type Stage, stages } from './films.ts'
import { attacks, bentReplays, genuine, type Presentation } from './presentations.ts'
import { playPuppet } from './puppet/play.ts'
import { variants } from './puppet/variants.ts'
import { realPeople } from './real-people.ts'
import { begin, finish, type Outcome } from './session.ts'
import type { Bound, Species, Theatre } from './species.ts'
import { toldSessions } from './told-sessions.ts'
import { videosTwice } from './video-twice.ts'

const SIZE = { width: 360, height: 480 }
const EXERCISE = 'yaw-pitch'
const MOST_TRIES = 4
/** Takes below this are those of the presentations; each accepted session is acted anew, and no other has its frames. */
let takes = 10

async function present(kind: Presentation, theatre: Theatre, family: Family, seed: number): Promise<Outcome> {
  const caller = await theatre.newCaller()
  const isElsewhere = kind.earlier === 'here-or-elsewhere' && seed % 2 === 0
  const before = isElsewhere ? await theatre.newCaller() : caller
  const earlier: Sent[][] = []
  while (kind.earlier && earlier.length < (kind.earlierSessions ?? 1))
    earlier.push(await acceptedSession(before, family, seed))
  const started = await begin(caller, family, SIZE, EXERCISE)
  return finish(caller, family, started.id, await kind.frames({ family, started, seed, earlier }))
}

/** A session that was refused proves nothing about its replay, so that the person tries again. */
async function acceptedSession(caller: Caller, family: Family, seed: number): Promise<Sent[]> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const started = await begin(caller, family, SIZE, EXERCISE)
    const frames = await genuine.frames({ family, started, seed, earlier: [], take: ++takes })
    const { code } = await finish(caller, family, started.id, frames)
    if (code === 200) return frames
  }
  throw new Error(`the rendered person ${seed} is never accepted in ${family}`)
}

const EXERCISES = ['yaw', 'yaw-pitch', 'yaw-wink', 'yaw-smile']

/** Another person in another room every time. */
async function renderedSession(
  theatre: Theatre,
  family: Family,
  number: number,
  lightOf: (room: number) => Light,
): Promise<Outcome> {
  const caller = await theatre.newCaller()
  const started = await begin(caller, family, SIZE, EXERCISES[number % EXERCISES.length] ?? '')
  const light = lightOf(number)
  const seed = 101 + number
  const acted = act(family, started, { seed, take: 1, room: number })
  const takesInLight = acted.map((take) => ({ ...take, scene: { ...take.scene, light } }))
  return finish(caller, family, started.id, await encoded(film(seed, takesInLight)))
}

const isFamily = (stage: Stage): stage is Family => stage !== 'video'

const fromPresentation = (kind: Presentation, bounds: readonly Bound[], isHonest = false): Species => ({
  name: kind.name,
  what: kind.what,
  isHonest,
  stages: families,
  count: 'people',
  play: (theatre, stage, number) => {
    if (!isFamily(stage)) throw new Error(`${kind.name} has no video`)
    return present(kind, theatre, stage, number + 1)
  },
  bounds,
})

/** Honest people come first, so that a server which refuses everybody is seen at once. */
export const everybodyIn = (data: string): readonly Species[] => [
  fromPresentation(genuine, [{ target: 'redteam-bpcer-stand-in', percent: 0 }], true),
  {
    name: 'rendered-people',
    what: 'rendered people of many skins, in rooms lit as unevenly as real ones, who do what is asked',
    isHonest: true,
    stages: families,
    count: 'sessions',
    play: (theatre, stage, number) =>
      renderedSession(theatre, stage as Family, number, (room) => lightOfRoom(room).light),
    bounds: [{ target: 'redteam-bpcer-rendered', percent: 2 }],
  },
  {
    name: 'rendered-people-even',
    what: 'the same people, every room lit evenly, as under an overcast sky',
    isHonest: true,
    stages: families,
    count: 'sessions',
    play: (theatre, stage, number) => renderedSession(theatre, stage as Family, number, evenLight),
    bounds: [{ target: 'redteam-bpcer-rendered-even', percent: 2 }],
  },
  ...realPeople(data),
  ...attacks.map((kind) => fromPresentation(kind, [{ target: `redteam-apcer-${kind.name}`, percent: 0 }])),
  ...bentReplays.map((kind) => fromPresentation(kind, [])),
  ...variants.map(
    (variant): Species => ({
      name: variant.name,
      what: variant.what,
      stages: variant.stages ?? stages,
      count: 'sessions',
      play: async (theatre, stage, number) =>
        playPuppet(await theatre.newCaller(), theatre, variant, stage, number),
      bounds: (variant.stages ?? stages).flatMap((stage) => {
        const percent = stage === 'profile' ? variant.bounds?.profile : variant.bounds?.other
        return percent === undefined ? [] : [{ target: `redteam-${variant.name}-${stage}`, percent, stage }]
      }),
    }),
  ),
  ...filmedVideos(data),
  videosTwice(data),
  ...toldSessions,
]
