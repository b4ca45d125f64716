// Closed lists of words that stand on documents: ethnic groups, religions, issuing authorities, values.

// biome-ignore format: 54 names
export const ETHNIC_GROUPS: readonly string[] = [
  'Kinh', 'Tày', 'Thái', 'Hoa', 'Khơ-me', 'Mường', 'Nùng', 'Mông', 'Dao', 'Gia-rai', 'Ngái',
  'Ê-đê', 'Ba-na', 'Xơ-đăng', 'Sán Chay', 'Cơ-ho', 'Chăm', 'Sán Dìu', 'Hrê', 'Mnông', 'Ra-glai',
  'Xtiêng', 'Bru-Vân Kiều', 'Thổ', 'Giáy', 'Cơ-tu', 'Gié-Triêng', 'Mạ', 'Khơ-mú', 'Co', 'Tà-ôi',
  'Chơ-ro', 'Kháng', 'Xinh-mun', 'Hà Nhì', 'Chu-ru', 'Lào', 'La Chí', 'La Ha', 'Phù Lá', 'La Hủ',
  'Lự', 'Lô Lô', 'Chứt', 'Mảng', 'Pà Thẻn', 'Cơ Lao', 'Cống', 'Bố Y', 'Si La', 'Pu Péo', 'Brâu',
  'Ơ-đu', 'Rơ-măm',
]

/** `Không` is printed for none. */
export const RELIGIONS: readonly string[] = [
  'Không',
  'Phật giáo',
  'Thiên chúa',
  'Công giáo',
  'Tin lành',
  'Cao đài',
  'Phật giáo Hòa Hảo',
  'Hồi giáo',
]

export const SEXES = ['Nam', 'Nữ'] as const
export const NO_EXPIRY = 'Không thời hạn'
export const NATIONALITY = 'Việt Nam'

type AuthorityName =
  | 'population-register'
  | 'social-order'
  | 'public-security'
  | 'immigration'
  | 'roads'
  | 'traffic-police'

/** The lines printed over the signature, and the value that is answered. */
export interface Authority {
  readonly lines: readonly string[]
  readonly english?: readonly string[]
  readonly value: string
}

export const AUTHORITIES: Readonly<Record<AuthorityName, Authority>> = {
  'population-register': {
    lines: ['CỤC TRƯỞNG CỤC CẢNH SÁT', 'ĐKQL CƯ TRÚ VÀ DLQG VỀ DÂN CƯ'],
    value: 'Cục Cảnh sát ĐKQL cư trú và DLQG về dân cư',
  },
  'social-order': {
    lines: ['CỤC TRƯỞNG CỤC CẢNH SÁT', 'QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI'],
    english: ['DIRECTOR GENERAL OF THE POLICE DEPARTMENT', 'FOR ADMINISTRATIVE MANAGEMENT OF SOCIAL ORDER'],
    value: 'Cục Cảnh sát quản lý hành chính về trật tự xã hội',
  },
  'public-security': {
    lines: ['BỘ CÔNG AN'],
    english: ['MINISTRY OF PUBLIC SECURITY'],
    value: 'Bộ Công an',
  },
  immigration: {
    lines: ['CỤC QUẢN LÝ XUẤT NHẬP CẢNH'],
    english: ['IMMIGRATION DEPARTMENT'],
    value: 'Cục Quản lý xuất nhập cảnh',
  },
  roads: { lines: ['TỔNG CỤC ĐƯỜNG BỘ VIỆT NAM'], value: 'Tổng cục Đường bộ Việt Nam' },
  'traffic-police': { lines: ['CỤC CẢNH SÁT GIAO THÔNG'], value: 'Cục Cảnh sát giao thông' },
}

/** The words in which cards describe identifying marks. */
export const MARK_WORDS: readonly string[] = [
  'Nốt ruồi nổi',
  'Sẹo chấm',
  'Sẹo tròn',
  'Sẹo thẳng',
  'Sẹo lõm',
  'Sẹo lồi',
  'Sẹo dài',
  'Sẹo mổ',
  'Vết thẹo',
  'Vết chàm',
  'Bớt nâu',
  'Bớt đỏ',
  'Bớt đen',
  'Tàn nhang',
  'trên',
  'dưới',
  'trước',
  'sau',
  'ngoài',
  'trong',
  'giữa',
  'cách',
  'mắt trái',
  'đuôi mắt phải',
  'đầu mày',
  'đuôi mày',
  'lông mày',
  'cánh mũi',
  'sống mũi',
  'đầu mũi',
  'mép',
  'môi',
  'cằm',
  'trán',
  'tai',
  'cổ',
  'gò má',
  'thái dương',
  'ngón tay',
  'bàn tay',
  'cánh tay',
]

/** The words before the number or name of a house, street or hamlet. */
export const PLACE_WORDS: readonly string[] = [
  'Số nhà',
  'Đường',
  'Phố',
  'Ngõ',
  'Ngách',
  'Hẻm',
  'Kiệt',
  'Tổ dân phố',
  'Khu phố',
  'Khu',
  'Khối',
  'Khóm',
  'Thôn',
  'Xóm',
  'Ấp',
  'Bản',
  'Buôn',
  'Làng',
  'Đội',
  'Cụm',
  'Chung cư',
  'Tòa nhà',
  'Căn hộ',
  'Tổ',
]

/** The lines above the title of a document. */
export const MOTTO: readonly string[] = ['CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', 'Độc lập - Tự do - Hạnh phúc']
export const MOTTO_ENGLISH: readonly string[] = [
  'SOCIALIST REPUBLIC OF VIET NAM',
  'Independence - Freedom - Happiness',
]
