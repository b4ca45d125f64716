// Lists the tiny suite as lab/accuracy/run.ts lists the real ones.
import type { Suites } from '../../kit/command.ts'

export const suites: Suites = {
  tiny: {
    about: 'nothing but numbers',
    parts: ['plot', 'absent'],
    options: { loud: 'no louder than before' },
    module: new URL('./tiny-suite.ts', import.meta.url),
    evaluate: 'evaluateTiny',
  },
}
