// What was read of a machine-readable zone: lines fitted to their format, fields, check digits and repairs.
import type { Quad } from '../../image/geometry/perspective.ts'

export type MrzFormatName = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB'

export interface MrzCharacter {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** Other characters that were seen in the same place, the likeliest first. */
  readonly others?: readonly { readonly text: string; readonly confidence: number }[]
}

export interface MrzLine {
  readonly text: string
  /** The texts of the characters make up the text of the line. */
  readonly characters: readonly MrzCharacter[]
  /** Surrounds the ink, in pixels of the straightened page. */
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
  /** The text has no fillers at its ends; names have spaces for those between. */
  readonly text: string
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
  /** The result of the field's check digit; `none` where it has none. */
  readonly proof: 'right' | 'wrong' | 'none'
  /** The index of the line in which the field stands. */
  readonly line: number
}

/** `personal` is the Vietnamese digit over the twelve digits in the optional data of a card. */
export type MrzCheckName = 'documentNumber' | 'birth' | 'expiry' | 'optional' | 'personal' | 'composite'

export interface MrzCheck {
  readonly name: MrzCheckName
  readonly isRight: boolean
  /** The digit is right only because a character was repaired. */
  readonly repaired?: boolean
}

export interface MrzRepair {
  readonly line: number
  /** Counted from 0. */
  readonly at: number
  readonly read: string
  readonly repaired: string
  /** The check digit that proves the repair. */
  readonly by: MrzCheckName
}

export interface MrzReading {
  readonly format: MrzFormatName
  /** Every line is exactly as long as in the format. */
  readonly lines: readonly MrzLine[]
  readonly fields: Readonly<Record<MrzFieldName, MrzField>>
  /** The check digits of the format. */
  readonly checkDigits: readonly MrzCheck[]
  readonly repairs: readonly MrzRepair[]
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
}

/** Tells whether every check digit is right. */
export const isProved = ({ checkDigits }: MrzReading): boolean => checkDigits.every(({ isRight }) => isRight)
