// What a check of the installation finds.
import type { Settings } from '../config.ts'

/** A `fault` must be fixed; an `advice` should be looked at. */
export type DoctorFinding =
  | { readonly ok: string }
  | { readonly advice: string }
  | { readonly fault: string; readonly fix: string }

export type DoctorCheck = (config: Settings) => Promise<DoctorFinding>
