// Says that what was given to sign in is not right, and what to do.
import { Icon } from '../parts/icon.tsx'

export function Wrong({ title, help }: { title: string; help: string }) {
  return (
    <section class="verdict tone-fail" role="alert" data-testid="sign-in-wrong">
      <span class="verdict-icon">
        <Icon name="fail" size={26} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{title}</p>
        <p>{help}</p>
      </div>
    </section>
  )
}
