// What a check of the installation finds.
import type { Settings } from '../config.ts'

/** A `fault` must be fixed; an `advice` should be looked at. */
export type Finding =
  | { readonly ok: string }
  | { readonly advice: string }
  | { readonly fault: string; readonly fix: string }

export type Check = (config: Settings) => Promise<Finding>
