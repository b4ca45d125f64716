// Every reason that a verdict can have: its step, what it leads to, and its words. The checks that it comes from name it in their rows.
import { type CheckRowName, checkRow, readCheckName } from '../checks.ts'
import type { Policy, ReasonOutcome, StepName } from './policies/policy.ts'

/** What a reason is about: what a person does, or what the server does with it. */
export type ReasonStep = StepName | 'match' | 'expected' | 'age' | 'screening'

interface ReasonRow {
  readonly step: ReasonStep
  /** Codes of warnings of documents and chips that raise it. */
  readonly warnings?: readonly number[]
  /** What it leads to, unless the policy says otherwise. */
  readonly outcome: ReasonOutcome
  readonly words: { readonly vi: string; readonly en: string }
}

// biome-ignore format: one reason a row
const reasons = {
  'consent-refused': { step: 'consent', outcome: 'declined', words: { vi: 'Khách không đồng ý xử lý dữ liệu.', en: 'The person did not consent.' } },

  'document-not-read': { step: 'document', outcome: 'declined', words: { vi: 'Không đọc được giấy tờ sau số lần thử cho phép.', en: 'No document could be read within the allowed attempts.' } },
  'document-kind-not-taken': { step: 'document', outcome: 'declined', words: { vi: 'Loại giấy tờ không được chấp nhận.', en: 'The document is of a kind that is not taken.' } },
  'document-expired': { step: 'document', warnings: [126], outcome: 'declined', words: { vi: 'Giấy tờ đã hết hạn.', en: 'The document has expired.' } },
  'document-of-two-people': { step: 'document', warnings: [109], outcome: 'declined', words: { vi: 'Các mặt hoặc các ảnh không thuộc cùng một giấy tờ.', en: 'Sides or pictures are not of one document.' } },
  'document-sides-differ': { step: 'document', warnings: [113], outcome: 'review', words: { vi: 'Số trên hai mặt không khớp.', en: 'The numbers on both sides differ.' } },
  'document-code-differs': { step: 'document', warnings: [196], outcome: 'review', words: { vi: 'Mã trên giấy tờ không khớp với phần in.', en: 'The code of the document contradicts its print.' } },
  'document-number-contradicts': { step: 'document', warnings: [110, 111, 112], outcome: 'review', words: { vi: 'Số giấy tờ mâu thuẫn với thông tin trên thẻ.', en: 'The number contradicts what else the card says.' } },
  'document-dates-contradict': { step: 'document', outcome: 'review', words: { vi: 'Các ngày trên giấy tờ không hợp lệ.', en: 'The dates of the document contradict each other.' } },
  'document-zone-contradicts': { step: 'document', outcome: 'review', words: { vi: 'Số kiểm tra của dòng máy đọc sai.', en: 'A check digit of the machine-readable zone is wrong.' } },
  'document-from-screen': { step: 'document', outcome: 'review', words: { vi: 'Ảnh có thể được chụp lại từ màn hình.', en: 'The picture may have been taken off a screen.' } },
  'document-photocopy': { step: 'document', outcome: 'review', words: { vi: 'Giấy tờ có thể là bản sao.', en: 'The document may be a photocopy.' } },
  'document-portrait-replaced': { step: 'document', warnings: [199], outcome: 'review', words: { vi: 'Ảnh chân dung có thể đã bị thay.', en: 'The portrait may have been replaced.' } },
  'document-picture-poor': { step: 'document', warnings: [115, 197, 198], outcome: 'noted', words: { vi: 'Ảnh giấy tờ chưa đạt yêu cầu.', en: 'The picture of the document is poor.' } },

  'chip-not-read': { step: 'chip', outcome: 'declined', words: { vi: 'Không đọc được chip sau số lần thử cho phép.', en: 'The chip could not be read within the allowed attempts.' } },
  'chip-skipped': { step: 'chip', outcome: 'noted', words: { vi: 'Khách bỏ qua bước đọc chip.', en: 'The person skipped the chip.' } },
  'chip-broken': { step: 'chip', outcome: 'declined', words: { vi: 'Dữ liệu chip không phải do nhà nước ký.', en: 'The files of the chip are not what a state signed.' } },
  'chip-signer-unknown': { step: 'chip', warnings: [121], outcome: 'review', words: { vi: 'Không xác nhận được cơ quan ký chip.', en: 'Nobody that this server trusts stands for the signer of the chip.' } },
  'chip-signer-revoked': { step: 'chip', warnings: [122], outcome: 'declined', words: { vi: 'Chứng thư ký chip đã bị thu hồi.', en: 'The certificate that signed the chip was revoked.' } },
  'chip-signer-not-valid': { step: 'chip', warnings: [123], outcome: 'review', words: { vi: 'Chứng thư ký chip không còn hiệu lực khi ký.', en: 'The certificate that signed the chip was not valid.' } },
  'chip-is-copy': { step: 'chip', warnings: [124], outcome: 'declined', words: { vi: 'Chip là bản sao.', en: 'The chip is a copy.' } },
  'chip-not-proved': { step: 'chip', outcome: 'review', words: { vi: 'Chip chưa chứng minh không phải bản sao.', en: 'The chip did not prove that it is no copy.' } },
  'chip-of-another': { step: 'chip', warnings: [109], outcome: 'declined', words: { vi: 'Chip thuộc về người khác.', en: 'The chip is of another person than the pictures.' } },
  'chip-differs': { step: 'chip', warnings: [125], outcome: 'review', words: { vi: 'Dữ liệu chip không khớp với phần in.', en: 'The chip contradicts the pictures.' } },
  'chip-contradicts-itself': { step: 'chip', warnings: [127], outcome: 'declined', words: { vi: 'Các tệp trong chip mâu thuẫn nhau.', en: 'Files of the chip contradict each other.' } },

  'liveness-failed': { step: 'liveness', outcome: 'declined', words: { vi: 'Không hoàn thành kiểm tra người thật.', en: 'The liveness challenge was not passed.' } },
  'liveness-not-genuine': { step: 'liveness', outcome: 'declined', words: { vi: 'Khuôn mặt không phải của người thật trước máy ảnh.', en: 'The face is not that of a living person before the camera.' } },
  'liveness-too-weak': { step: 'liveness', outcome: 'declined', words: { vi: 'Bằng chứng người thật chưa đủ mạnh.', en: 'The liveness verdict proves less than the policy asks for.' } },

  'person-says-wrong': { step: 'confirmation', outcome: 'review', words: { vi: 'Khách báo thông tin đọc được bị sai.', en: 'The person calls what was read wrong.' } },

  'face-differs': { step: 'match', outcome: 'declined', words: { vi: 'Khuôn mặt không khớp với ảnh trên giấy tờ.', en: 'The face is not that of the portrait.' } },
  'face-doubtful': { step: 'match', outcome: 'review', words: { vi: 'Khuôn mặt chưa đủ giống ảnh trên giấy tờ.', en: 'The face is not surely that of the portrait.' } },
  'portrait-not-found': { step: 'match', outcome: 'review', words: { vi: 'Không tìm thấy một ảnh chân dung để so sánh.', en: 'There is no single portrait to compare with.' } },
  'face-not-kept': { step: 'match', outcome: 'review', words: { vi: 'Dữ liệu để so khớp khuôn mặt không còn.', en: 'What was to be compared is not kept any more.' } },

  'name-differs': { step: 'expected', outcome: 'review', words: { vi: 'Họ tên khác với thông tin đã cho.', en: 'The name is not the expected one.' } },
  'number-differs': { step: 'expected', outcome: 'review', words: { vi: 'Số giấy tờ khác với thông tin đã cho.', en: 'The number is not the expected one.' } },
  'birthday-differs': { step: 'expected', outcome: 'review', words: { vi: 'Ngày sinh khác với thông tin đã cho.', en: 'The birthday is not the expected one.' } },
  'sex-differs': { step: 'expected', outcome: 'review', words: { vi: 'Giới tính khác với thông tin đã cho.', en: 'The sex is not the expected one.' } },
  'nationality-differs': { step: 'expected', outcome: 'review', words: { vi: 'Quốc tịch khác với thông tin đã cho.', en: 'The nationality is not the expected one.' } },
  'address-differs': { step: 'expected', outcome: 'review', words: { vi: 'Địa chỉ khác với thông tin đã cho.', en: 'The address is not the expected one.' } },
  'expected-not-read': { step: 'expected', outcome: 'review', words: { vi: 'Không đọc được thông tin cần đối chiếu.', en: 'What was expected could not be read.' } },

  'too-young': { step: 'age', outcome: 'declined', words: { vi: 'Khách chưa đủ tuổi.', en: 'The person is too young.' } },
  'too-old': { step: 'age', outcome: 'declined', words: { vi: 'Khách quá tuổi quy định.', en: 'The person is too old.' } },
  'age-not-known': { step: 'age', outcome: 'review', words: { vi: 'Không xác định được tuổi.', en: 'The age could not be told.' } },

  'person-known': { step: 'screening', outcome: 'review', words: { vi: 'Khuôn mặt đã có dưới mã khách khác.', en: 'The face is known under another id.' } },
  'person-blocked': { step: 'screening', outcome: 'review', words: { vi: 'Khuôn mặt có trong danh sách chặn.', en: 'The face is on the block list.' } },
  'screening-not-done': { step: 'screening', outcome: 'review', words: { vi: 'Không thực hiện được việc tra cứu khuôn mặt.', en: 'The face could not be searched for.' } },

} as const satisfies Record<string, ReasonRow>

export type ReasonName = keyof typeof reasons
export const reasonNames = Object.keys(reasons) as readonly ReasonName[]
export const rowOf = (reason: ReasonName): ReasonRow => reasons[reason]

const reasonsOf = (row: CheckRowName): readonly ReasonName[] => checkRow(row).reasons ?? []

/** Whether the check is shown with the reason where it did not pass. */
export function isCheckOf(reason: ReasonName, name: string): boolean {
  const row = readCheckName(name)?.row
  return row !== undefined && reasonsOf(row).includes(reason)
}

export const outcomeOf = ({ outcomes }: Pick<Policy, 'outcomes'>, reason: ReasonName): ReasonOutcome =>
  (Object.hasOwn(outcomes, reason) ? outcomes[reason] : undefined) ?? reasons[reason].outcome

/** The reasons of a step that no attempt passed. */
const unpassed: Readonly<Partial<Record<StepName, readonly ReasonName[]>>> = {
  consent: ['consent-refused'],
  document: ['document-not-read', 'document-kind-not-taken'],
  chip: ['chip-not-read', 'chip-broken'],
  liveness: ['liveness-failed', 'liveness-not-genuine', 'liveness-too-weak'],
}

/** Whether a person who failed this step is declined whatever else they do. */
export const endsJourney = (policy: Policy, step: StepName): boolean => {
  const own = unpassed[step]
  if (step === 'consent' && policy.steps.consent?.required === false) return false
  return own?.every((reason) => outcomeOf(policy, reason) === 'declined') ?? false
}
