// What names of the API are called in a language, and the words of reports. Page and screens load their own files.
import type { Advice, CheckPart } from '../checks.ts'
import type { Kind } from '../documents/kinds/kinds.ts'
import type { Guidance } from '../liveness/guidance.ts'
import type { ReasonName } from './en/reasons.ts'
import type { ReportWords } from './en/report.ts'
import type {
  AnsweredField,
  CertificateField,
  CertificateKindName,
  CheckWords,
  CodeNumber,
  CommonName,
  DetectedOther,
  Said,
  TimeWords,
  WarningNumber,
} from './shapes.ts'

export interface Words {
  readonly advice: Readonly<Record<Advice, string>>
  readonly certificateFields: Readonly<Record<CertificateField, string>>
  readonly certificateKinds: Readonly<Record<CertificateKindName, string>>
  readonly checkParts: Readonly<Record<CheckPart, string>>
  readonly checks: CheckWords
  readonly codes: Readonly<Record<CodeNumber, Said>>
  readonly commonNames: Readonly<Record<CommonName, string>>
  readonly detected: Readonly<Record<DetectedOther, Said>>
  readonly fields: Readonly<Record<AnsweredField, string>>
  readonly guidance: Readonly<Record<Guidance, string>>
  readonly kinds: Readonly<Record<Kind, string>>
  readonly ofPicture: string
  readonly reasons: Readonly<Record<ReasonName, string>>
  readonly report: ReportWords
  readonly times: TimeWords
  readonly warnings: Readonly<Record<WarningNumber, Said>>
}
