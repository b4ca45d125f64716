// What is said aloud to people who cannot see the screen: one polite live region for the whole studio.
import { signal } from '@preact/signals'

const said = signal('')
let again = false

export function announce(text: string): void {
  // The same words twice would not be spoken: a space that nobody hears makes them others.
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
