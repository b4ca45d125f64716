// What every screen of a step gets.
import type { Journey, Session, Step } from '../journey.ts'
import type { Words } from '../words/vi.ts'

export interface StepProps {
  readonly journey: Journey
  readonly session: Session
  /** The step as the policy asks for it, with the attempts that are left. */
  readonly step: Step
  readonly words: Words
  /** The language of the words. */
  readonly language: string
}
