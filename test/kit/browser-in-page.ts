// Installs the scripts of test/browser/in-page into a page as text, because they are checked with a browser's types.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'

export interface CameraSetting {
  readonly width: number
  readonly height: number
  /** Asking for the camera fails with this error name, or succeeds where there is none. */
  readonly refusal?: 'NotAllowedError' | 'NotFoundError' | 'NotReadableError'
}

/** Light maps of a scene: what the room gives each pixel, and what each band of the screen adds where it is white. */
export interface EncodedMaps {
  readonly width: number
  readonly height: number
  /** Base64 of 16 bits a channel, of which the largest is white: red, green and blue of each pixel. */
  readonly ambient: string
  /** The bands from the top of the screen to its bottom. */
  readonly bands: readonly string[]
}

export interface Camera {
  /** Holds pictures in Base64 by the task for which they are shown. */
  load(reel: Readonly<Record<string, readonly string[]>>): Promise<void>
  /** Stands a person before the camera whom the light of the page's own screen lights. */
  light(maps: EncodedMaps): void
  /** Counts the running streams. */
  opened(): number
}

export interface Measures {
  isDark(): boolean
  /** Lists what is wider than the screen, touch targets smaller than this many pixels, and checks beyond what people read. */
  cramped(leastTarget: number): string[]
  /** Says why the first of these elements cannot be pressed where the page stands; empty when it can. */
  hidden(selector: string): string
  /** Gives the accessible name of the focused element. */
  focused(): string
  /** Says what is wrong with how the focus is shown; empty when nothing is. */
  focusFault(): string
  /** Gives the corners on the screen of the shapes that this selector finds, in drawing order. */
  corners(selector: string): { x: number; y: number }[][]
}

export interface Left {
  readonly cameraSetting: CameraSetting
  readonly camera: Camera
  readonly measures: Measures
}

/** Returns one script without its types. */
export function inPage(name: 'camera' | 'measures'): string {
  const path = new URL(`../browser/in-page/${name}.ts`, import.meta.url)
  return `{${stripTypeScriptTypes(readFileSync(path, 'utf8'))}}`
}

/** Calls what a script installed in the page. */
export function asked<Part extends 'camera' | 'measures', Word extends keyof Left[Part] & string>(
  page: Page,
  part: Part,
  word: Word,
  ...given: Left[Part][Word] extends (...given: infer Given) => unknown ? Given : never
): Promise<Left[Part][Word] extends (...given: never[]) => infer Answer ? Awaited<Answer> : never> {
  return page.evaluate(
    ([name, verb, all]) => {
      const { selfsameTest } = globalThis as unknown as { selfsameTest: Calls }
      return selfsameTest[name as 'camera'][verb as 'load'](...all) as never
    },
    [part, word, given] as const,
  )
}

type Calls = { readonly camera: { load(...given: readonly unknown[]): unknown } }
