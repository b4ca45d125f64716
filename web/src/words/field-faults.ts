// What servers say of a field, in Vietnamese: they write English, in few forms.

/** Each form, and its words; `$1` is what the form holds. */
const forms: readonly (readonly [form: RegExp, words: string])[] = [
  [/^is not an image that can be read/, 'không phải là ảnh đọc được (JPEG, PNG, WebP, HEIC hoặc AVIF)'],
  [/^is not a video that can be read/, 'không phải là video đọc được (MP4, WebM hoặc MOV)'],
  [/^is (?:a|an) (\w+); .*can be read/, 'là tệp $1; hãy dùng ảnh JPEG, PNG, WebP, HEIC hoặc AVIF'],
  [/^is an animation/, 'là ảnh động; hãy gửi một ảnh tĩnh'],
  [/^is cut off or damaged/, 'bị cắt mất một phần hoặc bị hỏng'],
  [/^is empty/, 'trống'],
  [/^(?:is|has) (?:larger|more) than ([\d.,]+ \w+)/, 'lớn hơn $1'],
  [/^is required/, 'còn thiếu'],
  [/^must be a (?:text|string)/, 'phải là chữ'],
  [/^must be a (?:whole )?number/, 'phải là số'],
  [/^must have at least (\d+)/, 'phải có ít nhất $1 ký tự'],
  [/^must have at most (\d+)/, 'chỉ được có tối đa $1 ký tự'],
  [/^must be at least ([\d.]+)/, 'phải từ $1 trở lên'],
  [/^must be at most ([\d.]+)/, 'không được quá $1'],
  [/^is (?:not known|unknown)/, 'không có trên máy chủ'],
  [/^is wrong$/, 'không đúng'],
  [/^has fewer than (\d+) characters/, 'có ít hơn $1 ký tự'],
  [/^is hardly more than your name/, 'gần như chỉ là tên, địa chỉ hoặc tên tổ chức của bạn'],
  [/^repeats the same few characters/, 'lặp lại vài ký tự'],
  [/^follows the order of letters/, 'theo thứ tự bảng chữ cái, chữ số hoặc bàn phím'],
  [/^is made of words that many people take/, 'gồm những từ nhiều người hay dùng; hãy chọn từ khác'],
  [/^has a contrast of ([\d.]+) to 1/, 'có độ tương phản $1:1, chưa đủ; hãy chọn màu đậm hơn'],
]

/** Undefined where no form fits. */
export function fieldFault(message: string): string | undefined {
  const form = forms.find(([pattern]) => pattern.test(message))
  return form?.[1].replace('$1', form[0].exec(message)?.[1] ?? '')
}
