// While a document is sent and read: its picture, and how far the work is.
import { Picture } from '../parts/picture.tsx'
import { type Working, WorkProgress } from '../parts/work-progress.tsx'

export function Waiting({
  state,
  pictures,
  onCancel,
}: {
  state: Working
  pictures: readonly Blob[]
  onCancel: () => void
}) {
  return (
    <div class="waiting">
      <WorkProgress state={state} onCancel={onCancel} />
      <div class="waiting-pictures">
        {pictures
          .filter(({ type }) => type !== 'application/pdf')
          .map((picture, index) => (
            <Picture key={index} source={picture} alt="" scanning={state.phase === 'reading'} />
          ))}
      </div>
    </div>
  )
}
