// The screen of the profile challenge, with the choice of its exercises.
import { useState } from 'preact/hooks'
import { type Exercise, exercises, type ProfileTask, taskNames } from '../../../src/liveness/profile/tasks.ts'
import { Tick } from '../parts/field.tsx'
import { challenges } from '../words/challenges.ts'
import { Challenge } from './challenge.tsx'
import { CommonFields, commonWish, NumberField, numberOf, usualOptions } from './common-options.tsx'

/** The usual numbers of frames for `custom`, which leaves them to the caller; tasks that are not named have none. */
const usualCounts: Readonly<Partial<Record<ProfileTask, string>>> = {
  'keep-face-ahead': '2',
  'turn-face-left': '1',
  'turn-face-right': '1',
  smile: '1',
}

export function ProfileScreen() {
  const t = challenges()
  const [common, setCommon] = useState(usualOptions)
  const [chosen, setChosen] = useState<readonly Exercise[]>(['yaw', 'smile'])
  const [isStatic, setStatic] = useState(false)
  const [isCustom, setCustom] = useState(false)
  const [counts, setCounts] = useState(usualCounts)
  const choose = (exercise: Exercise, isOn: boolean) => {
    const next = exercises.filter((one) => (one === exercise ? isOn : chosen.includes(one)))
    // At least one exercise is always chosen.
    if (next.length > 0) setChosen(next)
  }
  const start = isCustom ? { exercise: 'custom' } : { exercise: chosen.join('-'), static: isStatic }
  const wanted = taskNames.map((task) => [task, numberOf(counts[task] ?? '') ?? 0] as const)
  return (
    <Challenge
      family="profile"
      title={t.profileTitle}
      lead={t.profileLead}
      wish={{ ...commonWish(common), start, ...(isCustom && { counts: Object.fromEntries(wanted) }) }}
      choice={
        !isCustom && (
          <fieldset class="exercises" data-testid="exercises">
            <legend>{t.exercises}</legend>
            {exercises.map((exercise) => (
              <Tick
                key={exercise}
                name={exercise}
                label={exercise === 'smile' || exercise === 'wink' ? t[`${exercise}-short`] : t[exercise]}
                checked={chosen.includes(exercise)}
                onChange={(isOn) => choose(exercise, isOn)}
              />
            ))}
          </fieldset>
        )
      }
      options={
        <>
          <CommonFields value={common} hasShare={false} onChange={setCommon} />
          <Tick name="static" label={t.oneFrame} checked={isStatic} onChange={setStatic} />
          <Tick name="custom" label={t.custom} checked={isCustom} onChange={setCustom} />
          {isCustom &&
            taskNames.map((task) => (
              <NumberField
                key={task}
                name={task}
                label={`${t.counts}: ${t[`${task}-short`]}`}
                value={counts[task] ?? ''}
                placeholder="0"
                onChange={(value) => setCounts({ ...counts, [task]: value })}
              />
            ))}
        </>
      }
    />
  )
}
