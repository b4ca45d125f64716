// The screen of the nose challenge.
import { useState } from 'preact/hooks'
import { challenges } from '../words/challenges.ts'
import { Challenge } from './challenge.tsx'
import { CommonFields, commonWish, usualOptions } from './common-options.tsx'

export function NoseScreen() {
  const t = challenges()
  const [common, setCommon] = useState(usualOptions)
  return (
    <Challenge
      family="nose"
      title={t.noseTitle}
      lead={t.noseLead}
      wish={commonWish(common)}
      options={<CommonFields value={common} onChange={setCommon} />}
    />
  )
}
