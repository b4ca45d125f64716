// Chooses the advice that helps most after a failed verdict: by the check that failed, otherwise by the code.

interface FailedCheck {
  readonly name: string
  readonly outcome: string
}

/** Advice by the name of the failed check, or by how it begins; the first that fits is given. */
const byCheck = [
  [/^frames-a-second|^seconds-missing|^longest-gap/, 'missed'],
  [/^light-|^transition-/, 'notLit'],
  [/^frames-(normal|far|close)|^frames$/, 'fewFrames'],
  [/^frames-/, 'count'],
  [/^tasks-/, 'mixed'],
  [/^growth-/, 'growth'],
  [/^face-area-share/, 'size'],
  [/^face-area-percent/, 'small'],
  // This comes before perspective and shape, which also differ between two people.
  [/^same-person/, 'notSame'],
  [/^perspective-/, 'perspective'],
  [/^nose-outside-box-at-first/, 'noseAtFirst'],
  [/^nose-outside-box-at-last/, 'noseAtLast'],
  [/^share-of-way-turned|^degrees-turned-towards/, 'shifted'],
  [/^nose-way-straightness/, 'trembled'],
  [/^nose-jump|^degrees-a-second/, 'jumped'],
  [/^relief/, 'flat'],
  [/^brightness-not-too-high|^glare/, 'bright'],
  [/^brightness|^contrast|^dark/, 'dark'],
  [/-covered$/, 'covered'],
  [/^straight-/, 'ahead'],
  [/^turn-face-left/, 'left'],
  [/^turn-face-right/, 'right'],
  [/^tilt-face-up/, 'up'],
  [/^tilt-face-down/, 'down'],
  [/^smile/, 'smile'],
  [/^wink/, 'wink'],
  [/^seen-in-an-earlier/, 'seenBefore'],
  [/^copies-of|^frozen/, 'copies'],
  [/^repeated/, 'loop'],
  [/^signs-of-life|^lips-own-motion/, 'still'],
  [/^seconds-beyond/, 'times'],
  [/^seconds-taken/, 'slow'],
  [/^image-sizes|^noted-signs|^encoders/, 'manyHands'],
  [/^genuineness|^network-log-odds/, 'notLiving'],
] as const

const byCode = {
  131: 'noFace',
  133: 'dark',
  135: 'several',
  140: 'mixed',
  141: 'notLiving',
  142: 'covered',
  143: 'gone',
  144: 'fewFrames',
  150: 'right',
  151: 'left',
  152: 'ahead',
  153: 'slow',
  154: 'count',
  180: 'up',
  181: 'down',
  184: 'size',
  190: 'small',
  192: 'smile',
  193: 'wink',
  194: 'noseAtLast',
  195: 'outOfArea',
  196: 'notSeenLight',
  197: 'missed',
} as const

/** Each is a key of words/advice.ts. */
type Advice = (typeof byCheck)[number][1] | (typeof byCode)[keyof typeof byCode] | 'other'

/** For these codes the code says more than any check. */
const decidedByCode: ReadonlySet<number> = new Set([131, 135, 143, 195])

export function adviceFor(code: number, checks: readonly FailedCheck[] = []): Advice {
  const failed = decidedByCode.has(code) ? [] : checks.filter(({ outcome }) => outcome === 'failed')
  for (const [form, said] of byCheck) if (failed.some(({ name }) => form.test(name))) return said
  const said: Readonly<Record<number, Advice>> = byCode
  return said[code] ?? 'other'
}
