// Divides a video into stretches of three seconds that slide, so that what is seen in any of them counts by itself.

/** What happened at one moment of a video. */
interface Timed {
  readonly atMs: number
}

export interface Stretch<T> {
  readonly fromMs: number
  readonly toMs: number
  readonly within: readonly T[]
}

const STRETCH_MS = 3000

/** One stretch from each moment on, as far as the video goes; a shorter video is one stretch. */
export function stretchesOf<T extends Timed>(moments: readonly T[]): Stretch<T>[] {
  const lastMs = moments.at(-1)?.atMs ?? 0
  return moments.flatMap(({ atMs: fromMs }, i) => {
    const toMs = Math.min(lastMs, fromMs + STRETCH_MS)
    if (i > 0 && toMs - fromMs < STRETCH_MS) return []
    return [{ fromMs, toMs, within: moments.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs) }]
  })
}

/** The stretch with the lowest value; undefined where there is none. */
export function lowestOf<T>(
  stretches: readonly Stretch<T>[],
  measured: (within: readonly T[]) => number,
): { readonly value: number; readonly stretch: Stretch<T> } | undefined {
  return stretches
    .map((stretch) => ({ value: measured(stretch.within), stretch }))
    .reduce<{ value: number; stretch: Stretch<T> } | undefined>(
      (lowest, one) => (lowest && lowest.value <= one.value ? lowest : one),
      undefined,
    )
}
