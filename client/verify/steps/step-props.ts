// What every screen of a step gets.

import type { PageWords } from '../../../src/words/vi/page.ts'
import type { Journey, Session, Step } from '../journey.ts'

export interface StepProps {
  readonly journey: Journey
  readonly session: Session
  /** The step as the policy asks for it, with the attempts that are left. */
  readonly step: Step
  readonly words: PageWords
  /** The language of the words. */
  readonly language: string
}
