// What was read of a machine-readable zone: its lines as fitted to their format, its fields, its check digits, and what was mended.
import type { Quad } from '../../image/geometry/perspective.ts'

export type MrzFormatName = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB'

export interface MrzCharacter {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** What else was seen in its place, the likeliest first; without the one that was read. */
  readonly others?: readonly { readonly text: string; readonly confidence: number }[]
}

export interface MrzLine {
  readonly text: string
  /** Their texts make up the line's. */
  readonly characters: readonly MrzCharacter[]
  /** Around the ink, in pixels of the straightened page. */
  readonly quad?: Quad
}

export type MrzFieldName =
  | 'documentCode'
  | 'issuer'
  | 'documentNumber'
  | 'optional1'
  | 'optional2'
  | 'birth'
  | 'sex'
  | 'expiry'
  | 'nationality'
  | 'surname'
  | 'givenNames'

export interface MrzField {
  /** Without fillers at its ends; names with spaces for those between. */
  readonly text: string
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
  /** What the check digit of the field says; `none` where it has none. */
  readonly proof: 'right' | 'wrong' | 'none'
  /** Index of the line it stands in. */
  readonly line: number
}

/** `personal` is the Vietnamese digit over the twelve of the optional data of a card. */
export type MrzCheckName = 'documentNumber' | 'birth' | 'expiry' | 'optional' | 'personal' | 'composite'

export interface MrzCheck {
  readonly name: MrzCheckName
  readonly isRight: boolean
  /** Whether it is right only since a character was mended. */
  readonly repaired?: boolean
}

export interface MrzRepair {
  readonly line: number
  /** From 0 on. */
  readonly at: number
  readonly read: string
  readonly repaired: string
  /** The check digit that proves it. */
  readonly by: MrzCheckName
}

export interface MrzReading {
  readonly format: MrzFormatName
  /** Each just as long as the format has it. */
  readonly lines: readonly MrzLine[]
  readonly fields: Readonly<Record<MrzFieldName, MrzField>>
  /** Those that the format has. */
  readonly checkDigits: readonly MrzCheck[]
  readonly repairs: readonly MrzRepair[]
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
}

/** Whether every check digit is right. */
export const isProved = ({ checkDigits }: MrzReading): boolean => checkDigits.every(({ isRight }) => isRight)
