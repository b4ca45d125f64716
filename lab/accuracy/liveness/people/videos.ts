// Judges films of real people as videos: phone films as they are, others in pieces as a phone would have framed them.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { verifyVideo } from '../../../../src/liveness/video/verify.ts'
import type { LivenessCrew } from '../jobs.ts'
import { bytesOf, CODED, type Cut, limits, secondsOf } from './cuts.ts'
import type { SeenFilm } from './films.ts'
import type { JudgedSession } from './judge.ts'
import { drawing, filming, type Kept, puppetry, sight } from './kept.ts'

/** About so long; what is left over is divided evenly. */
const PIECE_SECONDS = 8
const SHORTEST_SECONDS = 1.5

export interface JudgedVideo extends Omit<JudgedSession, 'family'> {
  readonly family: 'video'
  readonly file: string
}

interface Piece extends Cut, Pick<SeenFilm, 'person' | 'source'> {}

export async function judgeFilms(
  crew: LivenessCrew,
  kept: Kept,
  films: readonly SeenFilm[],
): Promise<JudgedVideo[]> {
  const pieces = films.flatMap(piecesOf)
  const measured = await kept.ofEach(
    pieces,
    ({ file, part, frame }) => [
      sight(),
      filming(),
      JSON.stringify({ part, frame, limits, CODED }),
      readFileSync(file),
    ],
    (missing) =>
      crew.run({
        label: 'films of people',
        job: 'observe-video',
        items: missing,
        inputOf: async (piece) => ({ bytes: bytesOf(piece), limits }),
      }),
  )
  return pieces.map(({ file, person, source }, i) => {
    const measures = measured[i]
    if (!measures || 'fault' in measures) throw new Error(`${file} ${measures?.fault}`)
    const { probability: _, ...verdict } = verifyVideo(measures)
    const { compared } = measures
    return { family: 'video', file: basename(file), person, source, compared, ...verdict }
  })
}

function piecesOf({ file, person, source, frame, looks }: SeenFilm): Piece[] {
  if (source === 'phone films') return [{ file, person, source }]
  if (looks.length === 0) return []
  const whole = secondsOf(file)
  if (whole < SHORTEST_SECONDS) return []
  const count = Math.max(1, Math.round(whole / PIECE_SECONDS))
  const seconds = whole / count
  return Array.from({ length: count }, (_, i) => ({
    file,
    person,
    source,
    part: { from: i * seconds, seconds },
    ...(frame && { frame }),
  }))
}

/** Videos of one photograph each; `number` chooses it. */
export interface PuppetFilm {
  readonly variant: string
  readonly number: number
}

export async function judgePuppetFilms(
  crew: LivenessCrew,
  kept: Kept,
  data: string,
  films: readonly PuppetFilm[],
): Promise<(PuppetFilm & Pick<JudgedVideo, 'code' | 'checks' | 'presence' | 'isDoubtful' | 'compared'>)[]> {
  const measured = await kept.ofEach(
    films,
    (film) => [sight(), filming(), drawing(), puppetry(), JSON.stringify({ ...film, limits })],
    (missing) =>
      crew.run({
        label: 'films of puppets',
        job: 'observe-puppet-video',
        items: missing,
        inputOf: async (film) => ({ ...film, data, limits }),
      }),
  )
  return films.map((film, i) => {
    const measures = measured[i]
    if (!measures || 'fault' in measures) throw new Error(`${film.variant} ${measures?.fault}`)
    const { probability: _, ...verdict } = verifyVideo(measures)
    return { ...film, compared: measures.compared, ...verdict }
  })
}
