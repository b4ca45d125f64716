// What a person reads while the chip of a card or passport is read, in Vietnamese. Its keys are those of every language.

export const chip = {
  title: 'Đọc chip',
  lead: 'Đọc chip là cách chắc chắn nhất để biết giấy tờ là thật.',

  place: {
    front: 'Chip ở mặt trước của thẻ: áp mặt trước vào điện thoại.',
    back: 'Chip ở mặt sau của thẻ: áp mặt sau vào điện thoại.',
    passport: 'Chip ở trong hộ chiếu: gấp hộ chiếu lại và áp bìa vào điện thoại.',
    unknown: 'Áp mặt có chip của giấy tờ vào điện thoại.',
  },
  phone: {
    ios: 'iPhone: đặt thẻ ở cạnh trên, phía sau máy.',
    android: 'Android: đặt thẻ ở giữa mặt lưng của máy.',
  },
  steady: 'Tháo ốp lưng dày, để riêng các thẻ khác, và giữ yên từ 5 đến 20 giây.',
  drawing: 'Hình vẽ: thẻ áp vào mặt lưng điện thoại ở chỗ được tô màu',
  keyFound: 'Chip được mở bằng số và ngày in trên giấy tờ bạn vừa chụp.',
  begin: 'Đọc chip',
  again: 'Đọc lại',
  goOn: 'Đọc tiếp',
  stop: 'Dừng lại',

  waiting: 'Áp thẻ vào điện thoại và giữ yên',
  reading: 'Đang đọc chip, giữ yên',
  resting: 'Mất tiếp xúc. Áp thẻ lại: phần đã đọc được giữ nguyên.',
  sending: 'Đã đọc xong. Đang kiểm tra',
  percent: '{percent} %',
  prompt: 'Áp thẻ vào điện thoại và giữ yên',
  done: 'Đã đọc xong',
  notDone: 'Chưa đọc được',

  byHand: 'Tự nhập số và ngày',
  byHandHelp: 'Ghi đúng như in trên giấy tờ. Chỉ dùng để mở chip này.',
  number: 'Số giấy tờ',
  birth: 'Ngày sinh',
  expiry: 'Có giá trị đến',
  noExpiry: 'Không thời hạn',
  accessNumber: 'Hoặc sáu chữ số (CAN) in trên giấy tờ, nếu có',
  missing: 'Cần số giấy tờ và hai ngày, hoặc sáu chữ số.',

  fault: {
    lost: [
      'Mất tiếp xúc với chip',
      'Hãy giữ thẻ sát vào điện thoại và đọc tiếp. Phần đã đọc được giữ nguyên.',
    ],
    cancelled: ['Việc đọc đã dừng', 'Cửa sổ đọc của điện thoại đã đóng. Hãy bắt đầu lại khi bạn sẵn sàng.'],
    off: ['NFC đang tắt', 'Hãy bật NFC trong phần cài đặt của điện thoại rồi thử lại.'],
    noNfc: ['Điện thoại này không đọc được chip', 'Hãy làm tiếp trên một điện thoại có NFC.'],
    busy: ['Điện thoại còn đang bận', 'Hãy chờ một chút rồi thử lại.'],
    failed: ['Chưa đọc được', 'Hãy thử lại. Nếu vẫn không được, hãy đóng ứng dụng rồi mở lại.'],
    wrongKey: [
      'Chip không mở được',
      'Số hoặc ngày không phải của thẻ này. Hãy dùng đúng thẻ bạn đã chụp, hoặc kiểm tra lại số và ngày ở dưới.',
    ],
    wrongAccess: [
      'Chip không mở được',
      'Sáu chữ số này không mở được chip. Hãy kiểm tra lại, hoặc nhập số và ngày.',
    ],
    locked: [
      'Chip tạm không nhận thêm lần thử',
      'Hãy lấy thẻ ra, chờ vài phút rồi thử lại bằng số và ngày in trên thẻ.',
    ],
    notThisChip: [
      'Đây không phải chip cần đọc',
      'Chỉ đặt thẻ của bạn vào điện thoại, không đặt thẻ ngân hàng hay thẻ khác bên cạnh, và không đổi thẻ giữa chừng.',
    ],
    tampered: ['Dữ liệu nhận được bị sai', 'Hãy đọc lại từ đầu và giữ yên thẻ.'],
    refusing: [
      'Chip không cho đọc',
      'Hãy đọc lại. Nếu vẫn vậy, chip có thể bị hỏng: hãy liên hệ {organisation}.',
    ],
    unknownChip: [
      'Chip này mở theo cách chưa hỗ trợ',
      'Nếu bạn đã nhập sáu chữ số, hãy nhập số và ngày. Nếu không, hãy liên hệ {organisation}.',
    ],
    copy: [
      'Chip không chứng minh được là bản gốc',
      'Hãy dùng thẻ gốc của bạn và đọc lại. Nếu đây là thẻ gốc, hãy liên hệ {organisation}.',
    ],
    broken: [
      'Dữ liệu trong chip không đúng như cơ quan cấp đã ký',
      'Hãy đọc lại và giữ yên thẻ. Nếu vẫn vậy, hãy liên hệ {organisation}.',
    ],
    otherCard: ['Chip này là của giấy tờ khác', 'Hãy dùng đúng giấy tờ bạn đã chụp và đọc lại.'],
    otherKind: ['Chip này là của loại giấy tờ khác', 'Hãy dùng đúng giấy tờ bạn đã chụp và đọc lại.'],
    tooLong: ['Đã quá thời gian', 'Mỗi lần đọc có ba phút. Hãy đọc lại từ đầu.'],
    unreadable: ['Chưa đọc được trọn vẹn', 'Hãy đọc lại từ đầu và giữ yên thẻ.'],
  },

  elsewhere: 'Cần ứng dụng để đọc chip',
  how: 'Trang này không đọc được chip ở đây. {organisation} có ứng dụng riêng để đọc chip trên điện thoại có NFC.',
  howApp: 'Hãy mở ứng dụng của {organisation} và làm tiếp ở đó. Trang này tự đi tiếp khi đọc xong.',
  openApp: 'Mở ứng dụng của {organisation}',
  scanApp: 'Quét mã này bằng camera của điện thoại có ứng dụng của {organisation}.',
  code: 'Mã QR mở ứng dụng của {organisation}',
  waitingApp: 'Đang chờ ứng dụng đọc chip…',
  noChip: 'Giấy tờ bạn đã chụp không có chip.',
  noneLeft: 'Bạn đã dùng hết số lần thử.',
  skip: 'Bỏ qua bước này',
  skipHelp: 'Bạn vẫn có thể xác minh mà không cần đọc chip.',
  required: 'Bước này là bắt buộc. Nếu không đọc được chip, hãy liên hệ {organisation}.',
}

export type ChipWords = typeof chip
