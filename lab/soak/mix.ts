// Lists the acts and how often each is played, one row each.
import { apiKeys, captureKeys, members } from './acts/access.ts'
import { distance, emptyWall, nose, profile, replay, unfinished } from './acts/challenges.ts'
import {
  card,
  certificatePdf,
  certificatePhoto,
  chip,
  licence,
  mismatch,
  otherPaper,
  passport,
  sides,
} from './acts/documents.ts'
import { collections, compared, duplicates, filmed, registered, unknownFace } from './acts/faces.ts'
import { byPersona, calledOff, policies, reviewed, toldTasks, webhooks } from './acts/journeys.ts'
import { refused, unknownPerson, watching, wrongPassword } from './acts/small.ts'
import type { Piece } from './material.ts'
import type { Act } from './session.ts'

export interface Row {
  readonly name: string
  /** The weight, in ten thousand draws. */
  readonly weight: number
  readonly play: Act
  /** The piece of material that the act shows. */
  readonly needs?: Piece
}

/**
 * Acts that cost a good part of a second of a processor are rare, so that two slow cores get through a hundred thousand
 * requests in an hour; even so each is played hundreds of times.
 */
// biome-ignore format: one act a row
export const mix: readonly Row[] = [
  { name: 'watching',          weight: 3600, play: watching },
  { name: 'refused',           weight: 3300, play: refused },
  { name: 'unknown person',    weight: 1000, play: unknownPerson },
  { name: 'collections',       weight:  850, play: collections },
  { name: 'unfinished',        weight:  700, play: unfinished },
  { name: 'wall, profile',     weight:   37, play: emptyWall('Profile'), needs: 'walls' },
  { name: 'wall, distance',    weight:   37, play: emptyWall('Distance'), needs: 'walls' },
  { name: 'wall, light',       weight:   37, play: emptyWall('Light'), needs: 'walls' },
  { name: 'distance',          weight:   50, play: distance, needs: 'distance' },
  { name: 'profile',           weight:   35, play: profile, needs: 'profile' },
  { name: 'nose',              weight:   40, play: nose, needs: 'nose' },
  { name: 'replay',            weight:   10, play: replay, needs: 'distance' },
  { name: 'card',              weight:   60, play: card, needs: 'cards' },
  { name: 'other paper',       weight:   30, play: otherPaper, needs: 'otherPapers' },
  { name: 'sides',             weight:   20, play: sides, needs: 'cards' },
  { name: 'mismatch',          weight:   10, play: mismatch, needs: 'cards' },
  { name: 'passport',          weight:   30, play: passport, needs: 'passports' },
  { name: 'licence',           weight:   30, play: licence, needs: 'licences' },
  { name: 'certificate, PDF',  weight:   30, play: certificatePdf, needs: 'certificates' },
  { name: 'certificate, page', weight:   12, play: certificatePhoto, needs: 'certificates' },
  { name: 'registered',        weight:   30, play: registered, needs: 'faces' },
  { name: 'unknown face',      weight:   30, play: unknownFace, needs: 'faces' },
  { name: 'compared',          weight:   22, play: compared, needs: 'faces' },
  { name: 'filmed',            weight:   18, play: filmed, needs: 'videos' },
  { name: 'wrong password',    weight:   20, play: wrongPassword },
  { name: 'chip',              weight:   12, play: chip, needs: 'chips' },
  { name: 'duplicates',        weight:   20, play: duplicates },
  { name: 'reviewed',          weight:   12, play: reviewed },
  { name: 'by a persona',      weight:   10, play: byPersona },
  { name: 'told',              weight:   12, play: toldTasks, needs: 'walls' },
  { name: 'called off',        weight:   20, play: calledOff, needs: 'walls' },
  { name: 'webhooks',          weight:    8, play: webhooks },
  { name: 'policies',          weight:    8, play: policies },
  { name: 'API keys',          weight:   20, play: apiKeys },
  { name: 'members',           weight:    8, play: members },
  { name: 'capture keys',      weight:   20, play: captureKeys },
]
