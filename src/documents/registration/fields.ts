// The fields of a certificate, by the specification's names, and the words that announce each.

export const COMPANY_FIELDS = [
  'authorized_capital',
  'business_code',
  'company_address',
  'company_foreign_name',
  'company_name',
  'company_phone',
  'company_short_name',
  'email',
  'fax',
  'first_register',
  'header',
  'par_value',
  'total_shares',
  'website',
] as const

export const PERSON_FIELDS = [
  'birthday',
  'contact_address',
  'ethnicity',
  'gender',
  'id_address',
  'id_issue_date',
  'id_issue_at',
  'id_number',
  'id_type',
  'name',
  'nationality',
  'title',
] as const

export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type PersonField = (typeof PERSON_FIELDS)[number]

/** Read, though no field of the answer: the last change, the capital in words, the number of an old or household's paper. */
export type Noted = 'change' | 'capital_words' | 'paper_number'

export type Target =
  | { readonly of: 'company'; readonly field: CompanyField | Noted }
  | { readonly of: 'person'; readonly field: PersonField }
  /** Said of somebody or something else: read over. */
  | { readonly of: 'nobody' }

export interface LabelRow {
  readonly target: Target
  readonly texts: readonly string[]
}

/** What a certificate is about, as its labels call it. */
const NOUNS = [
  ...['công ty', 'doanh nghiệp', 'chi nhánh', 'văn phòng đại diện'],
  ...['địa điểm kinh doanh', 'hộ kinh doanh', 'hợp tác xã', 'quỹ tín dụng'],
]
const ofAll = (text: (noun: string) => string): string[] => NOUNS.map(text)

const company = (field: CompanyField | Noted, ...texts: readonly string[]): LabelRow => ({
  target: { of: 'company', field },
  texts,
})
const person = (field: PersonField, ...texts: readonly string[]): LabelRow => ({
  target: { of: 'person', field },
  texts,
})

export const LABELS: readonly LabelRow[] = [
  company(
    'business_code',
    ...ofAll((noun) => `Mã số ${noun}`),
    'Mã số đăng ký hộ kinh doanh',
    'Mã số thuế',
    'Mã số',
  ),
  company('paper_number', 'Số', 'Số giấy chứng nhận', 'Số đăng ký'),
  company(
    'first_register',
    'Đăng ký lần đầu',
    'Cấp lần đầu',
    'Chứng nhận lần đầu',
    'Ngày đăng ký lần đầu',
    'Đăng ký lần đầu ngày',
  ),
  company(
    'change',
    'Đăng ký thay đổi lần thứ',
    'Đăng ký lại lần thứ',
    'Thay đổi lần thứ',
    'Đăng ký thay đổi lần',
  ),
  company(
    'company_name',
    ...ofAll((noun) => `Tên ${noun} viết bằng tiếng Việt`),
    ...ofAll((noun) => `Tên ${noun} bằng tiếng Việt`),
    ...ofAll((noun) => `Tên ${noun} (ghi bằng chữ in hoa)`),
    ...ofAll((noun) => `Tên ${noun}`),
  ),
  company(
    'company_foreign_name',
    ...ofAll((noun) => `Tên ${noun} viết bằng tiếng nước ngoài`),
    ...ofAll((noun) => `Tên ${noun} bằng tiếng nước ngoài`),
    ...ofAll((noun) => `Tên ${noun} viết bằng tiếng Anh`),
    'Tên giao dịch',
  ),
  company('company_short_name', ...ofAll((noun) => `Tên ${noun} viết tắt`), 'Tên viết tắt'),
  company(
    'company_address',
    'Địa chỉ trụ sở chính',
    'Địa chỉ trụ sở hộ kinh doanh',
    'Địa chỉ trụ sở',
    ...ofAll((noun) => `Địa chỉ ${noun}`),
    'Địa điểm kinh doanh',
    'Địa chỉ',
  ),
  company('company_phone', 'Điện thoại', 'Số điện thoại', 'Telephone'),
  company('fax', 'Fax', 'Số fax'),
  company('email', 'Email', 'E-mail', 'Thư điện tử'),
  company('website', 'Website', 'Web site', 'Trang thông tin điện tử'),
  company('authorized_capital', 'Vốn điều lệ', 'Vốn đầu tư', 'Vốn kinh doanh', 'Vốn đăng ký'),
  company('capital_words', 'Bằng chữ', 'Viết bằng chữ', 'Ghi bằng chữ'),
  company('par_value', 'Mệnh giá cổ phần', 'Mệnh giá'),
  company('total_shares', 'Tổng số cổ phần', 'Số cổ phần'),
  person(
    'name',
    'Họ và tên',
    'Họ tên',
    'Họ, chữ đệm và tên',
    'Họ và tên (ghi bằng chữ in hoa)',
    'Họ và tên chủ hộ kinh doanh',
    'Họ và tên đại diện hộ kinh doanh',
  ),
  person('gender', 'Giới tính', 'Nam/Nữ'),
  person('title', 'Chức danh', 'Chức vụ'),
  person('birthday', 'Sinh ngày', 'Ngày sinh', 'Ngày, tháng, năm sinh', 'Ngày tháng năm sinh'),
  person('ethnicity', 'Dân tộc'),
  person('nationality', 'Quốc tịch'),
  person(
    'id_type',
    'Loại giấy tờ pháp lý của cá nhân',
    'Loại giấy tờ chứng thực cá nhân',
    'Loại giấy chứng thực cá nhân',
    'Loại giấy tờ pháp lý',
    'Giấy tờ pháp lý của cá nhân',
    'Loại giấy tờ',
  ),
  person(
    'id_number',
    'Số giấy tờ pháp lý của cá nhân',
    'Số giấy tờ chứng thực cá nhân',
    'Số giấy chứng thực cá nhân',
    'Số giấy tờ pháp lý',
    'Số định danh cá nhân',
    'Giấy chứng minh nhân dân số',
    'Chứng minh nhân dân số',
    'Thẻ căn cước công dân số',
    'Căn cước công dân số',
    'Số CMND',
    'Số',
  ),
  person('id_issue_date', 'Ngày cấp', 'Cấp ngày'),
  person('id_issue_at', 'Nơi cấp', 'Cơ quan cấp'),
  person(
    'id_address',
    'Địa chỉ thường trú',
    'Nơi đăng ký hộ khẩu thường trú',
    'Nơi đăng ký HKTT',
    'Hộ khẩu thường trú',
    'Nơi thường trú',
  ),
  person(
    'contact_address',
    'Địa chỉ liên lạc',
    'Địa chỉ liên hệ',
    'Chỗ ở hiện tại',
    'Nơi ở hiện tại',
    'Nơi ở hiện nay',
  ),
  {
    target: { of: 'nobody' },
    texts: [
      ...['Tên tổ chức', 'Số quyết định thành lập', 'Chữ ký', 'Ghi chú', 'Ngày hoạt động'],
      ...['Giá trị phần vốn góp', 'Tỷ lệ', 'Số cổ phần được quyền chào bán'],
    ],
  },
]
