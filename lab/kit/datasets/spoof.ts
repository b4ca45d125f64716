// Reads frames of live people and of attacks: Replay-Attack, and crops from phones and cameras of today.
import { join } from 'node:path'
import { type Halves, splitHalves } from './halves.ts'
import { numberOf, oneOf, readLabels, textOf } from './labels.ts'

export const attackKinds = ['print', 'mobile', 'highdef'] as const
type AttackKind = (typeof attackKinds)[number]

export interface SpoofFrame {
  readonly file: string
  readonly label: 'live' | 'attack'
  /** The kind is absent for a live person. `highdef` is a tablet. */
  readonly kind: AttackKind | undefined
  readonly clip: string
  readonly frame: number
  /** `client005`: who is shown, live or on the screen. */
  readonly client: string
  readonly light: 'controlled' | 'adverse'
  /** How the attack was held; absent for a live person. */
  readonly held: 'fixed' | 'hand' | undefined
  /** What the attack shows; absent for a live person. */
  readonly shows: 'photo' | 'video' | undefined
}

export async function readSpoofFrames(data: string): Promise<SpoofFrame[]> {
  const rows = await readLabels(data, 'spoof/frames')
  return rows.map((row) => {
    const clip = textOf(row, 'clip')
    const label = oneOf(row, 'label', ['live', 'attack'])
    return {
      file: join(data, 'spoof/frames', textOf(row, 'file')),
      label,
      kind: label === 'live' ? undefined : oneOf(row, 'kind', attackKinds),
      clip,
      frame: numberOf(row, 'frame'),
      ...clipFacts(clip),
    }
  })
}

/** Parses the name of a clip. */
export function clipFacts(clip: string): Pick<SpoofFrame, 'client' | 'light' | 'held' | 'shows'> {
  const client = /client\d+/.exec(clip)?.[0]
  const light = /_(controlled|adverse)(_|$)/.exec(clip)?.[1]
  if (client === undefined || light === undefined)
    throw new Error(`the name of clip ${clip} tells no client or no light`)
  return {
    client,
    light: light as SpoofFrame['light'],
    held: /^attack__(fixed|hand)__/.exec(clip)?.[1] as SpoofFrame['held'],
    shows: /^attack__.*_(photo|video)_/.exec(clip)?.[1] as SpoofFrame['shows'],
  }
}

/** Frames are split by client: each of the 15 has live clips and attacks, so both halves have both. */
export const splitSpoofFrames = (frames: readonly SpoofFrame[]): Halves<SpoofFrame> =>
  splitHalves(frames, ({ client }) => client)

export interface ModernCrop {
  readonly file: string
  /** The kind is absent for a live person. */
  readonly kind: string | undefined
  readonly source: string
  readonly person: string
  /** One source, one person, one kind: crops that could be the frames of one challenge. */
  readonly session: string
}

/** Tight crops of faces, 224 pixels wide, from four sources. */
export async function readModernCrops(data: string): Promise<ModernCrop[]> {
  const rows = await readLabels(data, 'spoof/modern')
  return rows.map((row) => {
    const kind = textOf(row, 'kind')
    return {
      file: join(data, 'spoof/modern', textOf(row, 'file')),
      kind: oneOf(row, 'label', ['live', 'attack']) === 'live' ? undefined : kind,
      source: textOf(row, 'set'),
      person: textOf(row, 'person'),
      session: [textOf(row, 'set'), textOf(row, 'person'), kind].join(' '),
    }
  })
}

/** People are split within their source. */
export const splitModernCrops = (crops: readonly ModernCrop[]): Halves<ModernCrop> =>
  splitHalves(
    crops,
    ({ source, person }) => `${source} ${person}`,
    ({ source }) => source,
  )

/** Whatever is worn on the face, against what is flat: prints, screens, cut-outs. */
export const isMask = (kind: string | undefined): boolean => kind?.endsWith('-mask') ?? false
