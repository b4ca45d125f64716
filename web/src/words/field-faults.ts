// What servers say of a field, in Vietnamese: they write English, in few forms.
import { language, unbroken, words } from './words.ts'

const NUMBER = '([\\d.,]+)'
const IMAGES = 'JPEG, PNG, WebP, HEIC hoặc AVIF'
const VIDEOS = 'MP4, MOV, WebM, 3GP hoặc AVI'

/** Each form, and its words; `$1` and `$2` are what the form holds. The first that fits counts. */
const table: readonly (readonly [form: string, words: string])[] = [
  // Pictures, videos and other files.
  ['is not an image that can be read', `không phải là ảnh đọc được (${IMAGES})`],
  ['is not a video that can be read', `không phải là video đọc được (${VIDEOS})`],
  ['is (?:an? )?(.+); MP4, .*can be read', `là tệp $1; hãy dùng video ${VIDEOS}`],
  ['is (?:an? )?(.+); JPEG, .*can be read', `là tệp $1; hãy dùng ảnh ${IMAGES}`],
  ['must be a PNG, JPEG or WebP', 'phải là ảnh PNG, JPEG hoặc WebP'],
  ['is an animation', 'là ảnh động; hãy gửi một ảnh tĩnh'],
  ['is a PDF that is cut off or damaged', 'là tệp PDF bị cắt mất một phần hoặc bị hỏng'],
  ['is a PDF that needs a password', 'là tệp PDF có mật khẩu; hãy bỏ mật khẩu rồi gửi lại'],
  ['is a PDF that takes too much memory', 'là tệp PDF quá nặng để đọc'],
  ['is cut off or damaged', 'bị cắt mất một phần hoặc bị hỏng'],
  ['holds no video stream', 'không có hình'],
  ['is coded as (\\w+)', 'dùng bộ mã $1 mà máy chủ này không đọc được'],
  ['cannot be read here', 'không đọc được trên máy chủ này vì thiếu ffmpeg'],
  ['has too many colours for a logo', 'có quá nhiều màu so với một logo'],
  [`has ${NUMBER} pages, more than ${NUMBER}`, 'có $1 trang, nhiều hơn mức cho phép là $2'],
  ['has a page of', 'có trang quá lớn'],
  ['has a picture of too many pixels', 'có ảnh quá nhiều điểm ảnh'],
  [
    `is ${NUMBER} x ${NUMBER} pixels; the challenge was started for`,
    'có kích thước $1 x $2 điểm ảnh, khác với lúc bắt đầu',
  ],
  [`is ${NUMBER} x ${NUMBER} pixels, too small`, 'có kích thước $1 x $2 điểm ảnh, quá nhỏ'],
  [`is ${NUMBER} x ${NUMBER} pixels`, 'có kích thước $1 x $2 điểm ảnh, quá lớn'],
  ['is empty', 'trống'],
  [`is longer than ${NUMBER} s`, 'dài hơn $1 giây'],
  [`is shorter than ${NUMBER} s`, 'ngắn hơn $1 giây'],
  [`(?:is (?:larger|longer)|has more|holds more) than (${NUMBER}(?: [KMG]i?B)?)`, 'lớn hơn $1'],
  ['shows several driving licences', 'có nhiều giấy phép lái xe; hãy gửi từng cái một'],
  ['shows several travel documents', 'có nhiều giấy tờ đi lại; hãy gửi từng cái một'],
  ['shows the cards of several people', 'có thẻ của nhiều người; hãy gửi từng thẻ một'],
  [`a document takes at most ${NUMBER} pictures`, 'đã đủ $1 ảnh của giấy tờ này'],
  [`a chip takes at most ${NUMBER} confirmations`, 'đã đủ $1 lần xác nhận của chip này'],
  ['is not Base64|starts with "data:"', 'không phải là Base64'],
  ['must be a file|is required: a file', 'phải là một tệp'],
  ['must be pages counted from 1', 'phải là số trang tính từ 1, ví dụ 1,3 hoặc 1-3'],
  // Texts, numbers and choices.
  ['is hardly more than your name', 'gần như chỉ là tên, địa chỉ hoặc tên tổ chức của bạn'],
  ['repeats the same few characters', 'lặp lại vài ký tự'],
  ['follows the order of letters', 'theo thứ tự bảng chữ cái, chữ số hoặc bàn phím'],
  ['is made of words that many people take', 'gồm những từ nhiều người hay dùng; hãy chọn từ khác'],
  [`has fewer than ${NUMBER} characters`, 'có ít hơn $1 ký tự'],
  [`has a contrast of ${NUMBER} to 1`, 'có độ tương phản $1:1, chưa đủ; hãy chọn màu đậm hơn'],
  [`must have ${NUMBER} to ${NUMBER} characters`, 'phải có từ $1 đến $2 ký tự'],
  [`must have at least ${NUMBER}`, 'phải có ít nhất $1 ký tự'],
  [`must have at most ${NUMBER} languages`, 'chỉ được có tối đa $1 ngôn ngữ'],
  [`must have at most ${NUMBER} pairs`, 'chỉ được có tối đa $1 mục'],
  [`must have at most ${NUMBER}`, 'chỉ được có tối đa $1 ký tự'],
  [
    'must be 1 to 64 small letters',
    'phải gồm 1 đến 64 chữ thường, chữ số và gạch nối, không bắt đầu bằng gạch nối',
  ],
  ['must be 1 to 255 visible characters', 'phải gồm 1 đến 255 ký tự nhìn thấy được, gửi một lần'],
  [`must be an e-mail address of at most ${NUMBER}`, 'phải là địa chỉ email, tối đa $1 ký tự'],
  ['must be (?:seconds or milliseconds|a time)', 'phải là thời điểm theo ISO 8601'],
  ['is more than a day in the future', 'nằm trong tương lai quá một ngày'],
  ['must be a whole number from 1', 'phải là số nguyên từ 1 trở lên'],
  ['must be a (?:whole )?number', 'phải là số'],
  ['must be (?:a )?(?:text|string)', 'phải là chữ'],
  ['must be (?:a share|more than 0: a share)', 'phải là tỷ lệ từ 0 đến 1, hoặc phần trăm từ 2 đến 100'],
  ['must be true, or left out', 'phải là true, hoặc bỏ trống'],
  ['must be true or false', 'phải là true hoặc false'],
  ['must be a JSON object', 'phải là một đối tượng JSON'],
  ['must be a list', 'phải là một danh sách'],
  [`must be ${NUMBER} to ${NUMBER}`, 'phải từ $1 đến $2'],
  [`must be at least ${NUMBER}`, 'phải từ $1 trở lên'],
  [`must be at most ${NUMBER} days before to`, 'chỉ được cách ngày cuối tối đa $1 ngày'],
  [`must be at most ${NUMBER}`, 'không được quá $1'],
  [`must be (?:more|less) than ${NUMBER}`, 'không được bằng $1'],
  ['must be at least (\\w+)', 'phải từ mức $1 trở lên, theo yêu cầu của người vận hành'],
  ['must be at most ([\\w.]+)', 'không được lớn hơn $1'],
  [`must be below ${NUMBER}`, 'phải nhỏ hơn $1'],
  ['must be less than (\\w+)', 'phải nhỏ hơn $1'],
  ['must be before to', 'phải trước ngày cuối'],
  ['must be sent, or video', 'phải có đúng một trong hai: khung hình hoặc video'],
  ['must be the name of a policy', 'phải là tên một chính sách'],
  ['must be ("[^"]+"(?: or "[^"]+")*)$', 'phải là $1'],
  ['must name each', 'mỗi mục chỉ được ghi một lần'],
  ['holds characters that are not allowed', 'có ký tự không được phép'],
  ['is given twice|differs between query and form', 'được gửi hai lần'],
  ['is given beside content', 'được gửi cùng lúc với content; hãy gửi một trong hai'],
  ['is (?:required|missing)|or passkey is required', 'còn thiếu'],
  ['is (?:not known|unknown)', 'không có trên máy chủ'],
  ['is wrong$', 'không đúng'],
  ['is not a field of this request', 'không thuộc yêu cầu này'],
  ['is reserved', 'là tên dành riêng; hãy chọn tên khác'],
  ['is not one that (?:this list|an answer) gave', 'không phải do danh sách này đưa ra'],
  // The body as a whole.
  ['broke off before its end', 'bị ngắt giữa chừng; hãy gửi lại'],
  ['is not JSON|is no JSON|is not UTF-8|is not a complete multipart form', 'không đúng định dạng'],
  [`is nested deeper than ${NUMBER}`, 'lồng nhau quá $1 cấp'],
  ['holds (?:more than|a (?:JSON )?field)', 'có phần không được phép hoặc quá nhiều mục'],
  // Signing in and members.
  ['is not an answer to the options', 'không khớp với yêu cầu của máy chủ, hoặc đến quá muộn; hãy thử lại'],
  // Frames and capture keys.
  ['is more than the challenge takes', 'vượt quá số khung hình của lần kiểm tra này; hãy bắt đầu lại'],
  [
    'is by a key|names (?:a|no) key|was not made by the key|was sent with another frame',
    'có chữ ký mà máy chủ không chấp nhận; hãy bắt đầu lại',
  ],
  ['cannot be \\w+, as captures must be', 'chưa được ký như tổ chức yêu cầu; hãy dùng một thử thách'],
  // Verifications, policies and the sandbox.
  ['are for declined only', 'chỉ dùng khi từ chối'],
  ['is for ask-again only', 'chỉ dùng khi yêu cầu làm lại'],
  ['is for test keys only', 'chỉ dùng với khóa thử'],
  ['must not be false with a test key', 'phải là hồ sơ thử khi dùng khóa thử'],
  ['must not be that of the block list', 'không được trùng với danh sách chặn'],
  ['must not be', 'không dùng được trong xác minh'],
  ['is neither id nor address of an endpoint', 'không phải là điểm nhận của bạn'],
  ['is no collection of yours', 'không phải là nhóm khuôn mặt của bạn'],
  ['is no policy of yours', 'không phải là chính sách của bạn, cũng không phải mẫu có sẵn'],
  ['is archived', 'đã được lưu trữ'],
  ['is the name of a policy of yours', 'là tên một chính sách đã có của bạn'],
  ['is the name of a preset', 'là tên một mẫu có sẵn; hãy chọn tên khác'],
  [`would be one more than the ${NUMBER} policies`, 'vượt quá $1 chính sách được phép có'],
  [`has ${NUMBER} versions`, 'đã có $1 phiên bản; hãy tạo chính sách khác'],
  ['names .+, which the policy does not ask for', 'có bước mà chính sách không yêu cầu'],
  ['cannot be (?:met by|had on|"required" on) this server', 'không thực hiện được trên máy chủ này'],
  ['is a kind of which no document is valid', 'là loại giấy tờ không còn hiệu lực'],
  ['has no chip, which steps.chip requires', 'không có chip, trong khi chính sách bắt buộc có chip'],
  ['must have a document, a chip or liveness', 'phải có giấy tờ, chip hoặc xác thực người thật'],
  ['needs a policy', 'cần một chính sách khác với chính sách này'],
  ['needs a document or a chip', 'cần có giấy tờ hoặc chip'],
  ['is being searched for duplicates already', 'đang được tìm trùng lặp'],
  // Addresses of receivers.
  ['must be (?:a URL|an http)', 'phải là địa chỉ, ví dụ https://example.com/webhooks'],
  ['must begin with https', 'phải bắt đầu bằng https://'],
  ['must have no part after #', 'không được có phần sau dấu #'],
  ['must hold no user name', 'không được chứa tên và mật khẩu'],
  [
    'must name a host of the internet',
    'phải là máy trên internet; người vận hành có thể cho phép máy nội bộ',
  ],
  ['must name a host', 'phải có tên máy'],
  ['cannot be sent again now', 'hiện chưa gửi lại được'],
  ['must be', 'có giá trị không được chấp nhận'],
]

const forms = table.map(([form, said]) => [new RegExp(`^(?:${form})`), said] as const)

/** Undefined where no form fits. */
function fieldFault(message: string): string | undefined {
  const form = forms.find(([pattern]) => pattern.test(message))
  if (!form) return undefined
  const held = form[0].exec(message) ?? []
  const said = form[1].replace(/\$(\d)/g, (_, place: string) => inVietnamese(held[Number(place)] ?? ''))
  return unbroken(said)
}

/** Numbers with a comma; choices joined by the Vietnamese word. */
const inVietnamese = (held: string): string => held.replace(/(\d)\.(\d)/g, '$1,$2').replace(/\bor\b/g, 'hoặc')

const names = words({
  en: {
    body: 'The request',
    photo: 'Photo',
    reference_photo: 'Photo to compare with',
    file: 'File',
    files: 'Files',
    video: 'Video',
    content: 'Picture',
    image1: 'First picture',
    image2: 'Second picture',
    image_live: 'Live face',
    image_card: 'Card',
    pages: 'Pages',
    password: 'Password',
    current_password: 'Present password',
    email: 'E-mail address',
    name: 'Name',
    url: 'Address',
    logo: 'Logo',
    accent: 'Colour',
    policy: 'Policy',
    persona: 'Persona',
    collection_id: 'Collection',
    external_person_id: 'Person id',
    signature: 'Signature',
  },
  vi: {
    body: 'Yêu cầu',
    photo: 'Ảnh',
    reference_photo: 'Ảnh để so sánh',
    file: 'Tệp',
    files: 'Các tệp',
    video: 'Video',
    content: 'Ảnh',
    image1: 'Ảnh thứ nhất',
    image2: 'Ảnh thứ hai',
    image_live: 'Khuôn mặt trực tiếp',
    image_card: 'Thẻ',
    pages: 'Trang',
    password: 'Mật khẩu',
    current_password: 'Mật khẩu hiện tại',
    email: 'Địa chỉ email',
    name: 'Tên',
    url: 'Địa chỉ',
    logo: 'Logo',
    accent: 'Màu',
    policy: 'Chính sách',
    persona: 'Nhân vật thử',
    collection_id: 'Nhóm khuôn mặt',
    external_person_id: 'Mã người',
    signature: 'Chữ ký',
  },
})

/** What people call a field; undefined for those that only programs know. */
export const faultyFieldName = (path: string): string | undefined =>
  (names() as Readonly<Record<string, string>>)[path]

/** What is wrong with a field, as people read it: the server's own sentence where it is in their language. */
export const faultWords = (message: string): string | undefined =>
  language.value === 'en' ? message : fieldFault(message)
