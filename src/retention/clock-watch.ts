// Decides whether the wall clock can be trusted: after a jump ahead, recent data would look overdue.

interface Look {
  /** Milliseconds since 1970, from the wall clock. */
  readonly wall: number
  /** A monotonic clock in milliseconds. */
  readonly elapsed: number
  /** When a server last purged with a trusted clock, or an operator confirmed one; 0 for never. */
  readonly stamp: number
  /** True when a server has found its clock ahead since then. */
  readonly isPaused: boolean
}

/**
 * `ahead`: the clock went forward by more than time passed; it stays so until it is corrected or an operator confirms it.
 * `behind`: the last purge lies in its future. `settling`: after a long pause, until the clock has been steady for a while.
 */
export type ClockState = 'trusted' | 'settling' | 'ahead' | 'behind'

const ALLOWED_MS = 3_600_000
/** After a longer pause of all servers an operator has to confirm the clock. */
const LONGEST_REST_MS = 7 * 86_400_000
/** Leaves time for a clock that is set from the network soon after the machine starts. */
const SETTLING_MS = 10 * 60_000

/** Judges each look by those before it; a process needs one watch. */
export function openClockWatch(): (look: Look) => ClockState {
  let last: Look | undefined
  /** A stamp that was written between two looks: the time since then is known from the monotonic clock. */
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
    // When the clock was corrected while settling, the time starts again.
    if (!firm || Math.abs(drift(firm, look)) > ALLOWED_MS) firm = look
    return look.elapsed - firm.elapsed >= SETTLING_MS ? 'trusted' : 'settling'
  }

  return (look) => {
    if (last && last.stamp !== look.stamp) anchor = { stamp: look.stamp, lookBefore: last.elapsed }
    last = look
    return judge(look)
  }
}

/** How much further the wall clock went than the monotonic clock. */
const drift = (from: Look, to: Look): number => to.wall - from.wall - (to.elapsed - from.elapsed)
