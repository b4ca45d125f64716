// What is said aloud to people who cannot see the screen: one polite live region for the whole studio.
import { signal } from '@preact/signals'

const said = signal('')
let again = false

export function announce(text: string): void {
  // A screen reader would not speak the same words twice: a silent space makes them different.
  again = said.value === text && !again
  said.value = again ? `${text} ` : text
}

export function Announcer() {
  return (
    <div class="unseen" role="status" aria-live="polite" data-testid="announcer">
      {said.value}
    </div>
  )
}
