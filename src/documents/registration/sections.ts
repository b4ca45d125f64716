// The numbered sections of a certificate and the texts of their headings.
import type { CompanyField } from './fields.ts'

/** `head` is what stands above the first heading. */
export type Section =
  | 'head'
  | 'company'
  | 'industries'
  | 'owner'
  | 'members'
  | 'lead'
  | 'parent'
  | 'branches'
  | 'aside'

export interface Heading {
  readonly section: Section
  readonly texts: readonly string[]
  /** The field whose value follows, on the same line or the next. */
  readonly field?: CompanyField
}

const NOUNS = ['công ty', 'doanh nghiệp', 'chi nhánh', 'văn phòng đại diện', 'hộ kinh doanh', 'hợp tác xã']

export const HEADINGS: readonly Heading[] = [
  {
    section: 'company',
    field: 'company_name',
    texts: [...NOUNS, 'địa điểm kinh doanh'].map((noun) => `Tên ${noun}`),
  },
  {
    section: 'company',
    field: 'company_address',
    texts: [
      'Địa chỉ trụ sở chính',
      'Địa chỉ trụ sở hộ kinh doanh',
      'Địa chỉ trụ sở',
      'Địa điểm kinh doanh',
      'Địa chỉ',
    ],
  },
  { section: 'industries', texts: ['Ngành, nghề kinh doanh', 'Ngành nghề', 'Nội dung hoạt động'] },
  {
    section: 'company',
    field: 'authorized_capital',
    texts: ['Vốn điều lệ', 'Vốn đầu tư', 'Vốn kinh doanh', 'Vốn của doanh nghiệp'],
  },
  {
    section: 'aside',
    texts: [
      'Vốn pháp định',
      'Số cổ phần được quyền chào bán',
      'Thời hạn hoạt động',
      'Thông tin đăng ký thuế',
    ],
  },
  { section: 'owner', texts: ['Thông tin về chủ sở hữu', 'Chủ sở hữu công ty', 'Chủ sở hữu'] },
  {
    section: 'members',
    texts: [
      'Danh sách thành viên góp vốn',
      'Danh sách thành viên hợp danh',
      'Danh sách thành viên',
      'Danh sách cổ đông sáng lập',
      'Danh sách cổ đông',
      'Danh sách các thành viên hộ gia đình',
    ],
  },
  {
    section: 'lead',
    texts: [
      'Người đại diện theo pháp luật',
      'Thông tin về người đại diện theo pháp luật',
      'Thông tin về chủ doanh nghiệp',
      'Chủ doanh nghiệp',
      'Thông tin về người đứng đầu',
      'Người đứng đầu',
      'Thông tin về chủ hộ kinh doanh',
      'Chủ hộ kinh doanh',
      'Đại diện hộ kinh doanh',
    ],
  },
  {
    section: 'parent',
    texts: ['Hoạt động theo ủy quyền', 'Thông tin về doanh nghiệp chủ quản', 'Doanh nghiệp chủ quản'],
  },
  {
    section: 'branches',
    texts: [
      'Thông tin về chi nhánh',
      'Thông tin về văn phòng đại diện',
      'Thông tin về địa điểm kinh doanh',
      'Danh sách chi nhánh',
    ],
  },
]

/** A table has no field of the certificate in it. */
export const isTable = (section: Section): boolean => section === 'members' || section === 'industries'
