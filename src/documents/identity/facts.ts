// What is known of an identity document once its pictures and sources are one.
import type { Known } from '../merge/known.ts'
import type { Merged } from './merge.ts'

export interface Facts extends Known {
  readonly merged: Merged
}
