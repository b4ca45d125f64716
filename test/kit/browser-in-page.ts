// What the scripts of test/browser/in-page leave in a page, and how they get there: as text, for they are checked with a browser's types.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'

export interface CameraSetting {
  readonly width: number
  readonly height: number
  /** What asking for it ends with, by the browser's name; nothing where it is given. */
  readonly refusal?: 'NotAllowedError' | 'NotFoundError' | 'NotReadableError'
}

export interface Camera {
  /** Pictures in Base64 by the task for which they are shown. */
  load(reel: Readonly<Record<string, readonly string[]>>): Promise<void>
  /** How many streams are running. */
  opened(): number
}

export interface Measures {
  isDark(): boolean
  /** What is wider than the screen, and what is smaller than this many pixels though a finger must hit it. */
  cramped(leastTarget: number): string[]
  /** What a person calls that which has the focus. */
  focused(): string
  /** What is wrong with how the focus is shown; empty when nothing is. */
  focusFault(): string
  /** Corners on the screen of the shapes that this selector finds, in the order in which they are drawn. */
  corners(selector: string): { x: number; y: number }[][]
}

export interface Left {
  readonly cameraSetting: CameraSetting
  readonly camera: Camera
  readonly measures: Measures
}

/** Of one script, without its types. */
export function inPage(name: 'camera' | 'measures'): string {
  const path = new URL(`../browser/in-page/${name}.ts`, import.meta.url)
  return `{${stripTypeScriptTypes(readFileSync(path, 'utf8'))}}`
}

/** Calls what a script left in the page. */
export function asked<Part extends 'camera' | 'measures', Word extends keyof Left[Part] & string>(
  page: Page,
  part: Part,
  word: Word,
  ...given: Left[Part][Word] extends (...given: infer Given) => unknown ? Given : never
): Promise<Left[Part][Word] extends (...given: never[]) => infer Answer ? Awaited<Answer> : never> {
  return page.evaluate(
    ([name, verb, all]) => {
      const { selfsame } = globalThis as unknown as { selfsame: Calls }
      return selfsame[name as 'camera'][verb as 'load'](...all) as never
    },
    [part, word, given] as const,
  )
}

type Calls = { readonly camera: { load(...given: readonly unknown[]): unknown } }
