// The words of the studio's screens in English, together.
import { account } from './studio/account.ts'
import { brand } from './studio/brand.ts'
import { camera } from './studio/camera.ts'
import { captureDevices, captureLevels, captureReasons } from './studio/capture.ts'
import { challenges } from './studio/challenges.ts'
import { chips } from './studio/chips.ts'
import { coverage } from './studio/coverage.ts'
import { documents } from './studio/documents.ts'
import { faces } from './studio/faces.ts'
import { faultForms, faultyFields } from './studio/field-faults.ts'
import { home } from './studio/home.ts'
import { members, roles, scopes, states } from './studio/members.ts'
import { policyFields } from './studio/policy-fields.ts'
import { shell } from './studio/shell.ts'
import { verifications } from './studio/verifications.ts'
import { video } from './studio/video.ts'

export const studio = {
  account,
  brand,
  camera,
  captureDevices,
  captureLevels,
  captureReasons,
  challenges,
  chips,
  coverage,
  documents,
  faces,
  faultForms,
  faultyFields,
  home,
  members,
  policyFields,
  roles,
  scopes,
  shell,
  states,
  verifications,
  video,
}
