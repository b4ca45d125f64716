// Tells whether the wall clock can be believed: one that jumped ahead must not make the young look old.

interface Look {
  /** Milliseconds since 1970, as the machine says. */
  readonly wall: number
  /** Milliseconds that have passed for the machine, whatever its clock was set to meanwhile. */
  readonly elapsed: number
  /** When a server last purged by a clock it believed, or an operator confirmed one; 0 for never. */
  readonly stamp: number
  /** Some server stopped believing its clock since then. */
  readonly isPaused: boolean
}

/**
 * `ahead`: it went forward by more than time did, and stays so until it is put right or an operator confirms it.
 * `behind`: what was done before is in its future; it waits. `settling`: after a long rest, until the clock has stood firm.
 */
export type ClockState = 'trusted' | 'settling' | 'ahead' | 'behind'

const ALLOWED_MS = 3_600_000
/** All servers may have been off for so long before somebody has to say that the clock is right. */
const LONGEST_REST_MS = 7 * 86_400_000
/** For a clock that is set from the network soon after the machine has started. */
const SETTLING_MS = 10 * 60_000

/** Judges each look by those before it; one for each process. */
export function openClockWatch(): (look: Look) => ClockState {
  let last: Look | undefined
  /** A stamp that was put between two looks of ours: what has passed since is known, whatever any clock says. */
  let anchor: { readonly stamp: number; readonly lookBefore: number } | undefined
  let firm: Look | undefined

  function judge(look: Look): ClockState {
    const ahead = look.wall - look.stamp
    if (look.stamp > 0 && ahead < -ALLOWED_MS) return 'behind'
    if (anchor?.stamp !== look.stamp) return atStart(look, ahead)
    return ahead <= look.elapsed - anchor.lookBefore + ALLOWED_MS ? 'trusted' : 'ahead'
  }

  function atStart(look: Look, rest: number): ClockState {
    if (look.stamp === 0 || rest <= ALLOWED_MS) return 'trusted'
    if (look.isPaused || rest > LONGEST_REST_MS) return 'ahead'
    // Put right, one way or the other, while we waited: from there it has to stand firm anew.
    if (!firm || Math.abs(drift(firm, look)) > ALLOWED_MS) firm = look
    return look.elapsed - firm.elapsed >= SETTLING_MS ? 'trusted' : 'settling'
  }

  return (look) => {
    if (last && last.stamp !== look.stamp) anchor = { stamp: look.stamp, lookBefore: last.elapsed }
    last = look
    return judge(look)
  }
}

/** By how much the clock went further than time. */
const drift = (from: Look, to: Look): number => to.wall - from.wall - (to.elapsed - from.elapsed)
