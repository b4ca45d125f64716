// The result of a comparison: similarity on a scale, both faces marked, the angles of the live face, and the checks.
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CheckBars } from '../parts/check-bars.tsx'
import { Coverage } from '../parts/coverage.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { type Mark, Picture } from '../parts/picture.tsx'
import { Verdict } from '../parts/verdict.tsx'
import type { Answered } from '../parts/work.ts'
import { codeWords } from '../words/codes.ts'
import { faces } from '../words/faces.ts'
import { SimilarityScale } from './similarity-scale.tsx'

type Answer = AnswerOf<'compareFaces'>

/** `[left, top, right, bottom]` as the corners of a mark. */
function faceMark(box: readonly number[] | undefined): Mark[] {
  const [left, top, right, bottom] = box ?? []
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return []
  return [
    {
      name: 'face',
      source: 'face',
      corners: [left, top, right, top, right, bottom, left, bottom],
      label: faces().faceFound,
    },
  ]
}

function CompareVerdict({ done: { answer, exchange } }: { done: Answered<Answer> }) {
  const t = faces()
  const facts = {
    code: answer.result_code,
    message: answer.message ?? answer.verify_result_text ?? answer.liveness_check,
    milliseconds: exchange?.milliseconds,
    requestId: exchange?.requestId,
    checks: answer.checks,
  }
  if (answer.verify_result === 2)
    return <Verdict tone="pass" title={t.samePerson} text={t.sameText} {...facts} />
  if (answer.verify_result === 0)
    return <Verdict tone="fail" title={t.otherPerson} text={t.otherText} {...facts} />
  if (answer.liveness_check === 'face-not-genuine')
    return <Verdict tone="fail" title={t.notGenuine} text={t.notGenuineText} {...facts} />
  const { title, help } = codeWords(answer.result_code ?? 0)
  return <Verdict tone="fail" title={title} text={help} {...facts} />
}

function Angles({ angle }: { angle: NonNullable<Answer['face_live_angle']> }) {
  const t = faces()
  const rows = [
    [t.yaw, angle.Yaw],
    [t.pitch, angle.Pitch],
    [t.roll, angle.Roll],
  ] as const
  return (
    <section class="panel" aria-label={t.angles}>
      <h2>{t.angles}</h2>
      <dl class="angles">
        {rows.map(([name, degrees]) => (
          <div key={name}>
            <dt class="muted small">{name}</dt>
            <dd class="number">{fill(t.degrees, { value: Math.round(degrees) })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function CompareResult({
  done,
  live,
  card,
  threshold,
}: {
  done: Answered<Answer>
  live: File
  card: File
  /** The least similarity of the same person, 0 to 100. */
  threshold: number
}) {
  const t = faces()
  const { answer, exchange } = done
  return (
    <>
      <CompareVerdict done={done} />
      <div class="pair">
        <figure class="given">
          <Picture source={live} alt={t.live} marks={faceMark(answer.face_loc_live)} />
          <figcaption>{t.live}</figcaption>
        </figure>
        <figure class="given">
          <Picture source={card} alt={t.card} marks={faceMark(answer.face_loc_card)} />
          <figcaption>{t.card}</figcaption>
        </figure>
      </div>
      {answer.sim !== undefined && (
        <SimilarityScale
          similarity={answer.sim}
          threshold={threshold}
          isEnough={answer.verify_result === 2}
        />
      )}
      {answer.face_live_angle && <Angles angle={answer.face_live_angle} />}
      <CheckBars checks={answer.checks} />
      <Coverage of="picture" />
      <ExchangeView exchange={exchange} />
    </>
  )
}
