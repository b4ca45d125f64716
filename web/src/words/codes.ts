// Every result code and warning of the API in words for a person: what happened, and what to do about it.
import { fill, type Language, language } from './words.ts'

interface CodeWords {
  readonly title: string
  readonly help: string
}

type Row = readonly [title: string, help: string]

const en = {
  101: [
    'No document found in the picture',
    'Lay it flat, fill the frame with it, and keep all four corners in view.',
  ],
  102: ['The server does not know this document', 'Start over with the front.'],
  103: ['The licence number could not be read', 'Take the picture again, sharper and without glare.'],
  105: ['The name could not be read', 'Take the picture again, sharper and without glare.'],
  109: ['The pictures show different kinds of documents', 'Front and back must belong to the same card.'],
  116: ['This kind of file cannot be read here', 'Give one PDF, or pictures: JPEG, PNG, WebP, HEIC or AVIF.'],
  117: ['Only one PDF at a time', 'Send the PDFs one after the other.'],
  118: ['Either a PDF or pictures, not both', 'Remove one of the two kinds.'],
  119: ['A chosen page does not exist', 'Pages are counted from 1; choose among those that are there.'],
  120: ['The chip is broken or forged', 'Read it again. If it stays so, do not accept the document.'],
  131: ['No face found', 'Show your whole face, with light from the front.'],
  133: ['The light is not right', 'Neither dark nor glaring: turn towards a window or a lamp.'],
  135: ['More than one face found', 'Only one person may be in the picture.'],
  138: ['This collection is already there', 'It is ready to use; or choose another name.'],
  140: ['A step was left out, or done out of turn', 'Start again and follow each step.'],
  141: [
    'This does not look like a living person',
    'Stand in front of the camera yourself, in good light: no photo, no screen.',
  ],
  142: ['The face is covered', 'Take away hair, hands, hat, mask or dark glasses.'],
  143: ['The challenge is over', 'It expired or was judged already. Start a new one.'],
  144: ['No pictures arrived', 'Start again and stay in front of the camera.'],
  150: ['Not turned to the right far enough', 'Turn your head to your own right, a little further.'],
  151: ['Not turned to the left far enough', 'Turn your head to your own left, a little further.'],
  152: ['The face does not look straight ahead', 'Look straight into the camera.'],
  153: ['It took too long', 'Start again and follow each step without a break.'],
  154: ['The number of pictures is not right', 'Start again and follow each step to its end.'],
  158: ['The server does not know this collection', 'Create it first.'],
  159: [
    'Nobody in the collection looks like this',
    'The person is not registered, or the picture is too different.',
  ],
  170: [
    'The key of the device was not taken',
    'The reason is named beside it. Update the app and the phone, and try again.',
  ],
  171: ['The pictures are not signed as asked', 'Use the app of the organisation, on a phone of your own.'],
  180: ['Not raised far enough', 'Lift your chin a little further.'],
  181: ['Not lowered far enough', 'Lower your chin a little further.'],
  184: ['The distance was not right', 'Fill the oval with your face at each step.'],
  187: [
    'The face is known otherwise',
    'Look at the warnings: another id has this face, this id has another face, or the face is on a block list.',
  ],
  190: ['The face is too small', 'Come closer to the camera.'],
  191: ['The face is blurred', 'Hold still, and clean the lens.'],
  192: ['No smile seen', 'Smile a little more.'],
  193: ['No wink seen', 'Close one eye and keep the other open.'],
  194: ['The nose did not reach its point', 'Turn your head until the tip of your nose is on the point.'],
  195: ['The face left the frame', 'Stay within the frame until the end.'],
  196: [
    'The light of the screen was not seen',
    'Go to a darker room, turn up the brightness or come closer.',
  ],
  197: ['Some of the colours were missed', 'The connection or the camera was too slow: try again.'],
  200: ['Done', 'Everything that was asked for was done.'],
  400: ['The server did not accept the request', 'What is wrong is named below.'],
  401: ['Name or password is not right', 'Sign in again.'],
  403: [
    'The server does not take requests of this page',
    'Its operator must allow the address of this page.',
  ],
  404: ['The server does not know this path', 'Studio and server are of different versions.'],
  405: ['The server does not take this method', 'Studio and server are of different versions.'],
  408: ['Sending took too long', 'The connection is slow: try again, or use a smaller file.'],
  409: ['That does not fit', 'What is there does not allow it; the message says why.'],
  460: ['The link was used', 'A link opens once. Ask for a new one.'],
  461: ['The link has expired', 'Ask for a new one.'],
  462: ['A newer link took its place', 'Use the newest link, or ask for another.'],
  463: ['The session has expired', 'Ask for a new link.'],
  464: ['The session was ended', 'A newer link or another tab took over.'],
  465: ['This step is not open', 'It is not asked for, is finished, or another step comes first.'],
  466: ['No attempts are left', 'The step was tried as often as the policy allows.'],
  467: ['The verification is over', 'It is being judged, or has its verdict.'],
  468: ['The key was used before', 'Another request was sent with the same idempotency key.'],
  470: ['The verification was cancelled', 'The organisation that asked for it cancelled it.'],
  471: ['The verification has expired', 'Its time is over. Ask for a new one.'],
  469: ['Somebody else must agree', 'Two people must agree on this case, and you decided first.'],
  413: ['The file is too large', 'Use a smaller one; the limit is named below.'],
  415: ['The server does not take this type of content', 'Studio and server are of different versions.'],
  422: [
    'The file cannot be read',
    'It is damaged or empty, or it shows something other than what was asked for.',
  ],
  429: ['Too many requests at once', 'Wait a moment and try again.'],
  431: ['The request is too large', 'Headers are over the limit of the server.'],
  500: ['Something went wrong in the server', 'Its log holds the reason under the request number below.'],
  503: ['The server is busy', 'Wait a moment and try again.'],
  507: ['The storage is full', 'Ask whoever runs the server for more, or remove what is no longer needed.'],
} as const satisfies Record<number, Row>

const vi: Record<keyof typeof en, Row> = {
  101: ['Không tìm thấy giấy tờ trong ảnh', 'Đặt giấy tờ phẳng, chụp đầy khung hình và thấy đủ bốn góc.'],
  102: ['Máy chủ không biết giấy tờ này', 'Hãy làm lại từ mặt trước.'],
  103: ['Không đọc được số giấy phép', 'Hãy chụp lại cho rõ nét và không bị lóa.'],
  105: ['Không đọc được họ tên', 'Hãy chụp lại cho rõ nét và không bị lóa.'],
  109: ['Các ảnh là những loại giấy tờ khác nhau', 'Mặt trước và mặt sau phải thuộc cùng một thẻ.'],
  116: ['Loại tệp này không đọc được ở đây', 'Hãy dùng một tệp PDF, hoặc ảnh JPEG, PNG, WebP, HEIC, AVIF.'],
  117: ['Mỗi lần chỉ một tệp PDF', 'Hãy gửi lần lượt từng tệp PDF.'],
  118: ['Chỉ PDF hoặc chỉ ảnh, không lẫn cả hai', 'Hãy bỏ bớt một loại.'],
  119: ['Trang đã chọn không có trong tài liệu', 'Trang được đếm từ 1; hãy chọn trong số các trang hiện có.'],
  120: ['Chip bị hỏng hoặc giả mạo', 'Hãy đọc lại. Nếu vẫn vậy, không chấp nhận giấy tờ này.'],
  131: ['Không tìm thấy khuôn mặt', 'Hãy để lộ cả khuôn mặt và có ánh sáng từ phía trước.'],
  133: ['Ánh sáng chưa phù hợp', 'Không quá tối, không quá chói: hãy quay về phía cửa sổ hoặc đèn.'],
  135: ['Có nhiều hơn một khuôn mặt', 'Trong ảnh chỉ được có một người.'],
  138: ['Nhóm khuôn mặt này đã có', 'Bạn có thể dùng ngay, hoặc chọn tên khác.'],
  140: ['Có bước chưa làm hoặc sai thứ tự', 'Hãy bắt đầu lại và làm theo từng bước.'],
  141: ['Có vẻ không phải người thật', 'Hãy tự đứng trước máy ảnh, đủ sáng; không dùng ảnh hay màn hình.'],
  142: ['Khuôn mặt bị che', 'Hãy vén tóc, bỏ tay, mũ, khẩu trang hoặc kính đen.'],
  143: ['Lượt kiểm tra đã kết thúc', 'Lượt này đã hết hạn hoặc đã có kết quả. Hãy bắt đầu lượt mới.'],
  144: ['Không nhận được ảnh nào', 'Hãy bắt đầu lại và ở yên trước máy ảnh.'],
  150: ['Quay sang phải chưa đủ', 'Hãy quay đầu sang bên phải của bạn thêm một chút.'],
  151: ['Quay sang trái chưa đủ', 'Hãy quay đầu sang bên trái của bạn thêm một chút.'],
  152: ['Khuôn mặt chưa nhìn thẳng', 'Hãy nhìn thẳng vào máy ảnh.'],
  153: ['Mất quá nhiều thời gian', 'Hãy bắt đầu lại và làm liền các bước.'],
  154: ['Số lượng ảnh không đúng', 'Hãy bắt đầu lại và làm trọn từng bước.'],
  158: ['Máy chủ không biết nhóm khuôn mặt này', 'Hãy tạo nhóm khuôn mặt trước.'],
  159: ['Không ai trong nhóm khuôn mặt giống người này', 'Người này chưa đăng ký, hoặc ảnh quá khác.'],
  180: ['Ngẩng mặt chưa đủ', 'Hãy nâng cằm lên thêm một chút.'],
  181: ['Cúi mặt chưa đủ', 'Hãy hạ cằm xuống thêm một chút.'],
  170: [
    'Khóa của thiết bị không được chấp nhận',
    'Lý do ghi bên cạnh. Hãy cập nhật ứng dụng và điện thoại rồi thử lại.',
  ],
  171: ['Ảnh không được ký như yêu cầu', 'Hãy dùng ứng dụng của tổ chức trên điện thoại của chính bạn.'],
  184: ['Khoảng cách chưa đúng', 'Ở mỗi bước, hãy để khuôn mặt vừa khít hình bầu dục.'],
  187: [
    'Khuôn mặt đã được biết dưới mã khác',
    'Hãy xem các cảnh báo: mã khác đã có khuôn mặt này, mã này có khuôn mặt khác, hoặc khuôn mặt nằm trong danh sách chặn.',
  ],
  190: ['Khuôn mặt quá nhỏ', 'Hãy lại gần máy ảnh hơn.'],
  191: ['Khuôn mặt bị mờ', 'Hãy giữ yên và lau sạch ống kính.'],
  192: ['Chưa thấy nụ cười', 'Hãy cười tươi hơn một chút.'],
  193: ['Chưa thấy nháy mắt', 'Hãy nhắm một mắt và mở mắt còn lại.'],
  194: ['Chóp mũi chưa đến đúng điểm', 'Hãy quay đầu cho đến khi chóp mũi nằm đúng điểm.'],
  195: ['Khuôn mặt ra khỏi khung', 'Hãy ở trong khung cho đến khi xong.'],
  196: ['Không thấy ánh sáng của màn hình', 'Hãy vào chỗ tối hơn, tăng độ sáng màn hình hoặc lại gần hơn.'],
  197: ['Thiếu một số màu', 'Kết nối hoặc máy ảnh quá chậm: hãy thử lại.'],
  200: ['Hoàn tất', 'Mọi yêu cầu đã được thực hiện.'],
  400: ['Máy chủ không chấp nhận yêu cầu', 'Chỗ chưa đúng được nêu bên dưới.'],
  401: ['Tên hoặc mật khẩu không đúng', 'Hãy đăng nhập lại.'],
  403: ['Máy chủ không nhận yêu cầu từ trang này', 'Người vận hành phải cho phép địa chỉ của trang này.'],
  404: ['Máy chủ không có địa chỉ này', 'Studio và máy chủ khác phiên bản.'],
  405: ['Máy chủ không nhận phương thức này', 'Studio và máy chủ khác phiên bản.'],
  408: ['Gửi quá lâu', 'Kết nối chậm: hãy thử lại hoặc dùng tệp nhỏ hơn.'],
  409: ['Không phù hợp', 'Trạng thái hiện tại không cho phép; thông báo nói rõ lý do.'],
  460: ['Liên kết đã được dùng', 'Mỗi liên kết chỉ mở được một lần. Hãy yêu cầu liên kết mới.'],
  461: ['Liên kết đã hết hạn', 'Hãy yêu cầu liên kết mới.'],
  462: ['Liên kết đã được thay', 'Hãy dùng liên kết mới nhất, hoặc yêu cầu liên kết khác.'],
  463: ['Phiên đã hết hạn', 'Hãy yêu cầu liên kết mới.'],
  464: ['Phiên đã kết thúc', 'Một liên kết mới hơn hoặc thẻ khác đã thay thế.'],
  465: ['Bước này chưa mở', 'Bước này không được yêu cầu, đã xong, hoặc cần làm bước khác trước.'],
  466: ['Hết lượt thử', 'Bước này đã được thử hết số lần cho phép.'],
  467: ['Việc xác minh đã kết thúc', 'Hồ sơ đang được xét hoặc đã có kết quả.'],
  468: ['Khóa đã được dùng', 'Một yêu cầu khác đã dùng cùng khóa idempotency.'],
  470: ['Việc xác minh đã bị hủy', 'Đơn vị yêu cầu đã hủy lần xác minh này.'],
  471: ['Việc xác minh đã hết hạn', 'Đã hết thời gian. Hãy yêu cầu một lần xác minh mới.'],
  469: ['Cần người thứ hai đồng ý', 'Hồ sơ này cần hai người cùng quyết định; bạn đã quyết định trước.'],
  413: ['Tệp quá lớn', 'Hãy dùng tệp nhỏ hơn; giới hạn được nêu bên dưới.'],
  415: ['Máy chủ không nhận loại nội dung này', 'Studio và máy chủ khác phiên bản.'],
  422: ['Không đọc được tệp', 'Tệp bị hỏng, rỗng, hoặc không phải thứ được yêu cầu.'],
  429: ['Quá nhiều yêu cầu cùng lúc', 'Hãy chờ giây lát rồi thử lại.'],
  431: ['Yêu cầu quá lớn', 'Phần đầu của yêu cầu vượt giới hạn của máy chủ.'],
  500: ['Máy chủ gặp lỗi', 'Nguyên nhân nằm trong nhật ký, theo mã yêu cầu bên dưới.'],
  503: ['Máy chủ đang bận', 'Hãy chờ giây lát rồi thử lại.'],
  507: [
    'Bộ nhớ lưu trữ đã đầy',
    'Hãy đề nghị người vận hành máy chủ tăng giới hạn, hoặc xoá những gì không cần nữa.',
  ],
}

const tables: Record<Language, Record<number, Row>> = { en, vi }

/** The codes that have words; a test loads this module by its path and holds them to the server's table. @public */
export const codesInWords: readonly number[] = Object.keys(en).map(Number)

export function codeWords(code: number): CodeWords {
  const [title, help] = tables[language.value][code] ?? [String(code), '']
  return { title, help }
}

const warningsEn = {
  109: ['Not one and the same card', 'What stands on one side contradicts the other.'],
  110: ['Sex and number disagree', 'The number of the card says otherwise.'],
  111: ['Province and number disagree', 'People who moved have this too: it proves nothing alone.'],
  112: ['Year of birth and number disagree', 'The number of the card says otherwise.'],
  113: ['Front and back have different numbers', 'They may belong to two cards.'],
  115: ['The picture is too dark or too far away', 'Come closer, with more light.'],
  121: [
    'The signer of the chip is not known',
    'The operator of this server must import the certificate of the state first.',
  ],
  122: [
    'The signer of the chip was revoked',
    'The state withdrew the key that signed it: it proves nothing.',
  ],
  123: [
    'The signer of the chip was not valid',
    'Its certificate is not valid for the day on which it signed.',
  ],
  124: ['The chip is a copy', 'It does not have the key that only the genuine chip has.'],
  125: [
    'Chip and document contradict each other',
    'The chip is of another document, or the print was changed.',
  ],
  126: ['The document has expired', 'Its expiry date has passed.'],
  127: ['The chip contradicts itself', 'Two of its files are about different people.'],
  196: [
    'Code and print contradict each other',
    'The code or the zone is not of this card, or the print was changed.',
  ],
  197: ['A part of the document is cut off', 'Show all four corners.'],
  198: ['The same side was sent twice', 'Send the front and the back.'],
  199: ['The portrait is not in place', 'It seems to have been pasted into the picture.'],
} as const satisfies Record<number, Row>

const warningsVi: Record<keyof typeof warningsEn, Row> = {
  109: ['Không phải cùng một thẻ', 'Thông tin trên hai mặt mâu thuẫn nhau.'],
  110: ['Giới tính không khớp với số thẻ', 'Số thẻ cho biết điều khác.'],
  111: ['Tỉnh không khớp với số thẻ', 'Người chuyển nơi ở cũng gặp điều này: riêng nó không chứng minh gì.'],
  112: ['Năm sinh không khớp với số thẻ', 'Số thẻ cho biết điều khác.'],
  113: ['Số ở mặt trước và mặt sau khác nhau', 'Có thể là hai thẻ khác nhau.'],
  115: ['Ảnh quá tối hoặc chụp quá xa', 'Hãy chụp gần hơn và đủ sáng hơn.'],
  121: ['Không rõ bên ký chip', 'Người vận hành máy chủ cần nhập chứng thư của cơ quan cấp trước.'],
  122: ['Chứng thư ký chip đã bị thu hồi', 'Cơ quan cấp đã thu hồi khóa ký: chip không chứng minh được gì.'],
  123: ['Chứng thư ký chip không còn hiệu lực', 'Chứng thư không có hiệu lực vào ngày ký.'],
  124: ['Chip là bản sao', 'Chip không có khóa mà chỉ chip thật mới có.'],
  125: ['Chip và giấy tờ mâu thuẫn nhau', 'Chip thuộc giấy tờ khác, hoặc chữ in đã bị sửa.'],
  126: ['Giấy tờ đã hết hạn', 'Ngày hết hạn đã qua.'],
  127: ['Chip tự mâu thuẫn', 'Hai tệp trong chip nói về hai người khác nhau.'],
  196: ['Mã và chữ in mâu thuẫn nhau', 'Mã hoặc vùng đọc máy không thuộc thẻ này, hoặc chữ in đã bị sửa.'],
  197: ['Giấy tờ bị cắt mất một phần', 'Hãy chụp đủ bốn góc.'],
  198: ['Một mặt được gửi hai lần', 'Hãy gửi mặt trước và mặt sau.'],
  199: ['Ảnh chân dung không đúng chỗ', 'Có vẻ ảnh đã được ghép vào.'],
}

const warnings: Record<Language, Record<number, Row>> = { en: warningsEn, vi: warningsVi }

export function warningWords(code: number, otherwise: string): CodeWords {
  const [title, help] = warnings[language.value][code] ?? [otherwise, '']
  return { title, help }
}

/** `{document}` is what was seen, in words. */
const detectedEn = {
  'another-document': ['This is another document', 'The picture shows: {document}. It is not read here.'],
  'another-side': ['This is the other side', 'The lines with <<< are not on it: turn it over ({document}).'],
  'document-not-legible': [
    'The document cannot be read',
    'It was seen ({document}): take the picture again, closer, sharper and without glare.',
  ],
  'number-not-legible': [
    'The number cannot be read',
    'Take the picture again, sharper and without glare. Nothing was kept.',
  ],
} as const satisfies Record<string, Row>

const detectedVi: Record<keyof typeof detectedEn, Row> = {
  'another-document': ['Đây là giấy tờ khác', 'Trong ảnh là: {document}. Loại này không đọc ở đây.'],
  'another-side': ['Đây là mặt còn lại', 'Các dòng có dấu <<< không ở mặt này: hãy lật lại ({document}).'],
  'document-not-legible': [
    'Không đọc được giấy tờ',
    'Đã thấy giấy tờ ({document}): hãy chụp lại gần hơn, rõ nét và không bị lóa.',
  ],
  'number-not-legible': [
    'Không đọc được số giấy tờ',
    'Hãy chụp lại cho rõ nét và không bị lóa. Không có gì được lưu.',
  ],
}

const detections: Record<Language, Record<string, Row>> = { en: detectedEn, vi: detectedVi }

/** What was seen in place of a document; undefined where the code says it all. */
export function detectedWords(detected: string, document: string): CodeWords | undefined {
  const row = detections[language.value][detected]
  return row && { title: row[0], help: fill(row[1], { document }) }
}
