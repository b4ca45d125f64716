// The screen of the distance challenge.
import { useState } from 'preact/hooks'
import { challenges } from '../words/challenges.ts'
import { Challenge } from './challenge.tsx'
import { CommonFields, commonWish, filled, NumberField, usualOptions } from './common-options.tsx'

/** The options under their names in start; an empty one leaves the choice to the server. */
const usual = {
  far_distance_ratio: '',
  normal_distance_ratio: '',
  close_distance_ratio: '',
  far_amount: '',
  normal_amount: '',
  close_amount: '',
}

export function DistanceScreen() {
  const t = challenges()
  const [common, setCommon] = useState(usualOptions)
  const [fields, setFields] = useState(usual)
  const rows = [
    ['far_distance_ratio', t.ratioFar, '0.6'],
    ['normal_distance_ratio', t.ratioNormal, '0.7'],
    ['close_distance_ratio', t.ratioClose, '0.75'],
    ['far_amount', t.amountFar, t.random],
    ['normal_amount', t.amountNormal, t.random],
    ['close_amount', t.amountClose, t.random],
  ] as const
  return (
    <Challenge
      family="distance"
      title={t.distanceTitle}
      lead={t.distanceLead}
      wish={{ ...commonWish(common), start: filled(fields) }}
      options={
        <>
          <CommonFields value={common} onChange={setCommon} />
          {rows.map(([name, label, placeholder]) => (
            <NumberField
              key={name}
              name={name}
              label={label}
              value={fields[name]}
              placeholder={placeholder}
              onChange={(value) => setFields({ ...fields, [name]: value })}
            />
          ))}
        </>
      }
    />
  )
}
