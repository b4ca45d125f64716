// Ends a worker process together with whatever it started (a video decoder, say), at once and without asking.

/** Every child leads its own process group, so the group's number is the child's pid. */
export function killGroup(leaderPid: number): void {
  for (const target of [-leaderPid, leaderPid]) {
    try {
      process.kill(target, 'SIGKILL')
      return
    } catch {
      // Gone already, or a platform without groups: then the process alone.
    }
  }
}
