// Says that the person was not done in time, which is no failure.
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { challenges } from '../words/challenges.ts'

export function TimeUp({ onAgain }: { onAgain: () => void }) {
  const t = challenges()
  return (
    <section class="verdict tone-warn" role="alert" data-testid="time-up">
      <span class="verdict-icon">
        <Icon name="warn" size={30} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{t.timeUp}</p>
        <p>{t.timeUpHelp}</p>
        <div class="row">
          <Button icon="again" data-testid="challenge-again" onClick={onAgain}>
            {t.restart}
          </Button>
        </div>
      </div>
    </section>
  )
}
